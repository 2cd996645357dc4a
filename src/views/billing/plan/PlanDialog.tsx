import { useSelector } from '@xstate/react'
import type { PlanPreview } from '#contract/billing/plan.ts'
import { selectChange, selectStage } from '#src/machines/billing/plan-change.machine.ts'
import type { PlanChangeActor } from '../../../machines/billing/plan-change.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { DialogButtons } from '../../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Skeleton } from '../../kit/feedback/Skeleton.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { Listed, Stack } from '../../kit/layout/blocks.ts'
import { listMessages } from '../../kit/list.messages.ts'
import { settingsMessages } from '../../kit/settings.messages.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { useCan } from '../../kit/use-snapshot.ts'
import { BillLines } from './BillLines.tsx'
import { planMessages as messages } from './plan.messages.ts'

type PlanDialogProps = { readonly actor: PlanChangeActor; readonly currency: string }

/** What another plan costs and what it does not allow, before it is chosen. */
export function PlanDialog({ actor, currency }: PlanDialogProps) {
  const stage = useSelector(actor, selectStage)
  const { plan, preview, problem } = useSelector(actor, selectChange)
  const canConfirm = useCan(actor, { type: 'user.confirmed' })
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  if (stage === 'closed' || plan === null) return null
  const { change } = messages
  const title = change.title(plan)
  const cancel = () => actor.send({ type: 'user.cancelled' })
  return (
    <Dialog title={title} onLeave={canCancel ? cancel : undefined}>
      {stage === 'reading' ? <Skeleton label={title} heights={['12rem']} /> : null}
      {preview === null || stage === 'reading' ? null : <Facts preview={preview} currency={currency} />}
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{listMessages.retry}</Button> : null}
        </ProblemAlert>
      )}
      <DialogButtons>
        <Button isBlocked={!canCancel} onPress={cancel}>
          {settingsMessages.cancel}
        </Button>
        <Button kind="primary" isBlocked={!canConfirm} onPress={() => actor.send({ type: 'user.confirmed' })}>
          {stage === 'changing' ? settingsMessages.working : preview?.needsApproval ? change.request : change.confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type FactsProps = { readonly preview: PlanPreview; readonly currency: string }

/** The base price of this month with and without the change, and of the months after it. */
function Facts({ preview: { refusals, stops, monthNow, monthThen, nextMonth, lines, needsApproval }, currency }: FactsProps) {
  const { change } = messages
  if (refusals.length > 0)
    return (
      <Stack>
        <Banner tone="danger" fact={change.refused} />
        <Listed>
          {refusals.map((it) => (
            <li key={it}>{it}</li>
          ))}
        </Listed>
        {stops.map(({ limit, more, connectors }) => (
          <section key={limit} aria-label={change.stops[limit](number(more))}>
            <p>{change.stops[limit](number(more))}</p>
            <Listed>
              {connectors.map(({ id, name }) => (
                <li key={id}>
                  <PlainLink href={`/details/${id}`}>{name}</PlainLink>
                </li>
              ))}
            </Listed>
          </section>
        ))}
      </Stack>
    )
  return (
    <Stack>
      {needsApproval ? <p>{change.approval}</p> : null}
      <p>{change.from}</p>
      <BillLines
        lines={lines.filter(({ amount }) => amount !== 0)}
        currency={currency}
        total={monthThen}
        totalName={change.changed}
      />
      <KeyValue
        of={[
          [change.now, money(monthNow, currency)],
          [change.next, money(nextMonth, currency)],
        ]}
      />
    </Stack>
  )
}
