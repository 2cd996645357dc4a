import type { Installation } from '#contract/admin/installation.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { installationDialogMachine, installationMachine } from '../../../services/admin/installation.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { InstallationDialog } from './InstallationDialog.tsx'
import { installationMessages as messages } from './installation.messages.ts'
import { Lines } from './lines.ts'

/** Characters of an instant up to its minutes. */
const minutes = 16

/** What is switched for all companies, and the dialog that changes it. */
export function InstallationSwitches() {
  const access = useAccess()
  const actor = useMachine(() => installationMachine(access), [access], { query: {} })
  const dialog = useMachine(
    () =>
      installationDialogMachine(access, () => {
        toast(messages.dialog.done)
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor],
  )
  const open = ({
    publicSignUp,
    domains,
    signUpsADay,
    sandbox,
    approvesPublications,
    maintenance,
    plannedMaintenance,
    revision,
  }: Installation) =>
    dialog.send({
      type: 'user.opened',
      entry: {
        signUp: publicSignUp ? 'open' : 'closed',
        domains: domains.join('\n'),
        signUpsADay: signUpsADay === null ? '' : String(signUpsADay),
        sandbox: sandbox ? 'open' : 'closed',
        publications: approvesPublications ? 'asked' : 'open',
        maintenance: maintenance ?? '',
        from: plannedMaintenance?.from.slice(0, minutes) ?? '',
        until: plannedMaintenance?.until.slice(0, minutes) ?? '',
        message: plannedMaintenance?.message ?? '',
        revision: String(revision),
      },
    })
  return (
    <ListFrame<Installation> actor={actor} name={messages.name} empty={null} isBare>
      {({ items }) =>
        items.map((it) => (
          <div key="switches">
            <SectionHeader title={messages.title} right={<Button onPress={() => open(it)}>{messages.change}</Button>} />
            <Lines>
              <li>
                <span>{messages.signUp}</span>
                <span>
                  {it.isClosedByEnvironment
                    ? messages.closedByEnvironment
                    : messages.signUps[it.publicSignUp ? 'open' : 'closed']}
                </span>
              </li>
              <li>
                <span>{messages.domains}</span>
                <span>{it.domains.length === 0 ? messages.everyDomain : it.domains.join(', ')}</span>
              </li>
              <li>
                <span>{messages.signUpsADay}</span>
                <span>{messages.signUpsOf(number(it.madeToday), it.signUpsADay === null ? null : number(it.signUpsADay))}</span>
              </li>
              <li>
                <span>{messages.sandbox}</span>
                <span>{it.hasNoSandbox ? messages.noSandbox : messages.signUps[it.sandbox ? 'open' : 'closed']}</span>
              </li>
              <li>
                <span>{messages.publications}</span>
                <span>{messages.publicationsOf[it.approvesPublications ? 'asked' : 'open']}</span>
              </li>
              <li>
                <span>{messages.maintenance}</span>
                <span>{it.maintenance === null ? messages.off : messages.on}</span>
              </li>
              <li>
                <span>{messages.planned}</span>
                <span>
                  {it.plannedMaintenance === null ? (
                    messages.none
                  ) : (
                    <>
                      {messages.plannedFrom} <Moment at={it.plannedMaintenance.from} /> {messages.plannedUntil}{' '}
                      <Moment at={it.plannedMaintenance.until} />
                    </>
                  )}
                </span>
              </li>
            </Lines>
            <InstallationDialog actor={dialog} />
          </div>
        ))
      }
    </ListFrame>
  )
}
