import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'
import type { MappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { RuleActor } from '#src/machines/builder/mapping/rule.machine.ts'
import {
  selectDoomed,
  selectFormulaProblem,
  selectMissing,
  selectStage,
  selectTarget,
  selectUnknown,
  selectUnread,
} from '#src/machines/builder/mapping/rule.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { SideSheet } from '../../kit/feedback/SideSheet.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { Fold } from '../systems/form-parts.tsx'
import { mappingMessages } from './mapping.messages.ts'
import { Buttons } from './mapping-frame.ts'
import { RuleForm } from './RuleForm.tsx'

const messages = mappingMessages.rules

type RuleSheetProps = {
  readonly actor: RuleActor
  /** Fields of this mapping that use a saved transform, by its id. */
  readonly uses: ReadonlyMap<string, number>
}

/** The transform of one field beside the table: written, changed, taken over or removed. Nothing while it is closed. */
export function RuleSheet({ actor, uses }: RuleSheetProps) {
  const id = useId()
  const target = useSelector(actor, selectTarget)
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canLeave = useCan(actor, { type: 'user.left' })
  if (target === null) return null
  if (stage === 'confirming' || stage === 'deleting') return <Doom actor={actor} />
  const isForm = stage !== 'listing' && stage !== 'unlisted'
  return (
    <SideSheet
      title={target.targetPath}
      isClosable={canLeave}
      onClose={() => actor.send({ type: 'user.left' })}
      footer={isForm ? <Actions actor={actor} form={id} /> : undefined}
    >
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
      {stage === 'listing' ? <Spinner label={messages.loading} /> : null}
      {isForm ? (
        <>
          <RuleForm key={target.targetPath} actor={actor} id={id} uses={uses} />
          <Saved actor={actor} />
        </>
      ) : null}
    </SideSheet>
  )
}

function Actions({ actor, form }: { readonly actor: RuleActor; readonly form: string }) {
  const isBusy = useIsBusy(actor)
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const canRemove = useCan(actor, { type: 'user.removed' })
  const isMissing = useSelector(actor, (snapshot) => selectMissing(snapshot).length > 0)
  const isUnread = useSelector(actor, (snapshot) => selectUnread(snapshot).length > 0)
  const isUnknown = useSelector(actor, (snapshot) => selectUnknown(snapshot).length > 0)
  const isFaulty = useSelector(actor, (snapshot) => selectFormulaProblem(snapshot) !== null)
  const hindrance = isMissing
    ? messages.missing
    : isFaulty
      ? messages.formulaBlocks
      : isUnread
        ? messages.unreadBlocks
        : isUnknown
          ? messages.unknownBlocks
          : null
  return (
    <>
      {canRemove ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.removed' })}>
          {messages.take}
        </Button>
      ) : null}
      <Why id={`${form}-why`}>{hindrance}</Why>
      <Button isBlocked={!canCancel} onPress={() => actor.send({ type: 'user.cancelled' })}>
        {messages.cancel}
      </Button>
      <Button
        kind="primary"
        isBlocked={isBusy || hindrance !== null}
        why={`${form}-why`}
        onPress={() => actor.send({ type: 'user.submitted' })}
      >
        {isBusy ? messages.saving : messages.save}
      </Button>
    </>
  )
}

/** Transforms that were saved before, for this field too. */
function Saved({ actor }: { readonly actor: RuleActor }) {
  const rules = useContextOf(actor, 'rules')
  const isBusy = useIsBusy(actor)
  if (rules.length === 0 || isBusy) return null
  return (
    <Fold title={messages.list} value={String(rules.length)} isOpen={false}>
      <ul aria-label={messages.list}>
        {rules.map((rule) => (
          <SavedItem key={rule._id} actor={actor} rule={rule} />
        ))}
      </ul>
    </Fold>
  )
}

function SavedItem({ actor, rule: { _id, rule } }: { readonly actor: RuleActor; readonly rule: MappingRule }) {
  return (
    <li>
      <Row>
        <strong>{rule.name}</strong> <span>{messages.types[rule.type]}</span>
        <Button
          kind="quiet"
          label={messages.useThis(rule.name)}
          onPress={() => actor.send({ type: 'user.applied', ruleId: _id })}
        >
          {messages.use}
        </Button>
        <Button kind="quiet" label={messages.remove(rule.name)} onPress={() => actor.send({ type: 'user.deleted', ruleId: _id })}>
          {messages.removeShort}
        </Button>
      </Row>
    </li>
  )
}

function Doom({ actor }: { readonly actor: RuleActor }) {
  const doomed = useSelector(actor, selectDoomed)
  const isDeleting = useSelector(actor, selectStage) === 'deleting'
  const cancel = () => actor.send({ type: 'user.cancelled' })
  return (
    <Dialog title={messages.doomed(doomed?.rule.name ?? '')} onLeave={isDeleting ? undefined : cancel}>
      <p>{messages.effect}</p>
      <Buttons>
        <Button isBlocked={isDeleting} onPress={cancel}>
          {messages.cancel}
        </Button>
        <Button kind="danger" isBlocked={isDeleting} onPress={() => actor.send({ type: 'user.confirmed' })}>
          {isDeleting ? messages.deleting : messages.confirm}
        </Button>
      </Buttons>
    </Dialog>
  )
}

const Why = styled(Hint)`
  flex: 1 0 100%;
  text-align: right;
`
