import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { Passkey } from '#contract/auth/passkeys.ts'
import type { PasskeySetupActor } from '#src/machines/account/security/passkey-setup.machine.ts'
import { selectProof } from '#src/machines/account/security/passkey-setup.machine.ts'
import type { EntryDialogActor } from '#src/machines/kit/entry-dialog.machine.ts'
import { selectCanWrite, selectEntry, selectIsOpen, selectProblem } from '#src/machines/kit/entry-dialog.machine.ts'
import { faultAt } from '#src/machines/kit/field-fault.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { Mark } from '../mark.ts'
import { passkeysMessages as messages } from './passkeys.messages.ts'

type PasskeysCardProps = {
  readonly actor: ListActor
  readonly setup: PasskeySetupActor
  readonly rename: EntryDialogActor
}

/** The passkeys of the person: add, rename, remove. */
export function PasskeysCard({ actor, setup, rename }: PasskeysCardProps) {
  const problem = useContextOf(setup, 'problem')
  const plan = useContextOf(setup, 'plan')
  const isBusy = useIsBusy(setup)
  const canPlan = useCan(setup, { type: 'user.planned', plan: { kind: 'add' } })
  const canCancel = useCan(setup, { type: 'user.cancelled' })
  const proof = useSelector(setup, selectProof)
  return (
    <SettingsCard
      title={messages.title}
      sub={messages.sub}
      aside={
        <Buttons>
          <Button isBlocked={!canPlan} onPress={() => setup.send({ type: 'user.planned', plan: { kind: 'add' } })}>
            {isBusy ? <Ring /> : null}
            {isBusy ? messages.creating : messages.add}
          </Button>
          {canCancel ? (
            <Button kind="quiet" onPress={() => setup.send({ type: 'user.cancelled' })}>
              {messages.stop}
            </Button>
          ) : null}
        </Buttons>
      }
    >
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Room>
        <ListFrame<Passkey> actor={actor} name={messages.name} empty={<p>{messages.none}</p>} isBare>
          {({ items }) => (
            <List aria-label={messages.title}>
              {items.map((it) => (
                <PasskeyRow key={it.id} passkey={it} setup={setup} rename={rename} canPlan={canPlan} />
              ))}
            </List>
          )}
        </ListFrame>
      </Room>
      <Rename actor={rename} />
      {proof === undefined || plan === null ? null : plan.kind === 'add' ? (
        <StepUpDialog actor={proof} title={messages.addDialog.title} confirm={messages.addDialog.confirm}>
          <p>{messages.addDialog.text}</p>
        </StepUpDialog>
      ) : (
        <StepUpDialog
          actor={proof}
          title={messages.removeDialog.title(plan.name)}
          confirm={messages.removeDialog.confirm}
          isDangerous
        >
          <p>{messages.removeDialog.text}</p>
        </StepUpDialog>
      )}
    </SettingsCard>
  )
}

/** While it loads as high as what most people have: no passkey. */
const Room = styled.div`
  & [role='status'] i {
    height: 20px;
  }

  & [role='status'] i + i {
    display: none;
  }
`

function Rename({ actor }: { readonly actor: EntryDialogActor }) {
  const { name = '' } = useSelector(actor, selectEntry)
  const isOpen = useSelector(actor, selectIsOpen)
  const problem = useSelector(actor, selectProblem)
  const canWrite = useSelector(actor, selectCanWrite)
  if (!isOpen) return null
  return (
    <EntryDialog actor={actor} title={messages.renameDialog.title} submit={messages.renameDialog.submit}>
      <Field
        label={messages.renameDialog.field}
        name="name"
        value={name}
        isBlocked={!canWrite}
        error={faultAt(problem, '/name')}
        onWrite={(text) => actor.send({ type: 'user.wrote', field: 'name', text })}
      />
    </EntryDialog>
  )
}

type PasskeyRowProps = Omit<PasskeysCardProps, 'actor'> & { readonly passkey: Passkey; readonly canPlan: boolean }

function PasskeyRow({ passkey: { id, name, isSynced, createdAt, lastUsedAt }, setup, rename, canPlan }: PasskeyRowProps) {
  return (
    <Row>
      <div>
        <Name>{name}</Name>
        {isSynced ? <Mark>{messages.synced}</Mark> : null}
        <Note>
          {messages.created} <Moment at={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            messages.neverUsed
          ) : (
            <>
              {messages.used} <RelativeTime at={lastUsedAt} />
            </>
          )}
        </Note>
      </div>
      <Buttons role="group" aria-label={messages.actionsOf(name)}>
        <Button
          kind="quiet"
          label={messages.renameOf(name)}
          onPress={() => rename.send({ type: 'user.opened', entry: { id, name } })}
        >
          {messages.rename}
        </Button>
        <Button
          kind="quiet"
          label={messages.removeOf(name)}
          isBlocked={!canPlan}
          onPress={() => setup.send({ type: 'user.planned', plan: { kind: 'remove', id, name } })}
        >
          {messages.remove}
        </Button>
      </Buttons>
    </Row>
  )
}

const List = styled.ul`
  display: grid;
  gap: ${space[12]};
  margin: 0;
  padding: 0;
  list-style: none;
`

const Row = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[12]};
`

const Name = styled.strong`
  margin-inline-end: ${space[8]};
  font: ${font.strong};
`

const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`
