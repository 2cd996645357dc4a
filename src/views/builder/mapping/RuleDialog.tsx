import { useSelector } from '@xstate/react'
import type { MappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { RuleActor } from '#src/machines/builder/mapping/rule.machine.ts'
import {
  selectCanRetry,
  selectDoomed,
  selectProblem,
  selectRules,
  selectStage,
  selectTarget,
} from '#src/machines/builder/mapping/rule.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { mappingMessages } from './mapping.messages.ts'
import { Buttons, Stack } from './mapping-frame.ts'
import { RuleForm } from './RuleForm.tsx'

const messages = mappingMessages.rules

/** The rules for one field: pick one, write a new one, delete one. Nothing while it is closed. */
export function RuleDialog({ actor }: { readonly actor: RuleActor }) {
  const target = useSelector(actor, selectTarget)
  const stage = useSelector(actor, selectStage)
  if (target === null) return null
  if (stage === 'confirming' || stage === 'deleting') return <Doom actor={actor} />
  const isForm = stage === 'writing' || stage === 'validating' || stage === 'saving'
  const leave = () => actor.send({ type: isForm ? 'user.cancelled' : 'user.left' })
  return (
    <Dialog title={messages.title(target.targetPath)} onLeave={leave}>
      {isForm ? <RuleForm actor={actor} /> : <RuleList actor={actor} />}
    </Dialog>
  )
}

function RuleList({ actor }: { readonly actor: RuleActor }) {
  const rules = useSelector(actor, selectRules)
  const stage = useSelector(actor, selectStage)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)
  return (
    <Stack>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
      {stage === 'listing' ? <Spinner label={messages.loading} /> : null}
      {stage !== 'choosing' ? null : rules.length === 0 ? (
        <p>{messages.none}</p>
      ) : (
        <ul aria-label={messages.list}>
          {rules.map((rule) => (
            <RuleItem key={rule._id} actor={actor} rule={rule} />
          ))}
        </ul>
      )}
      <Buttons>
        <Button onPress={() => actor.send({ type: 'user.left' })}>{messages.leave}</Button>
        {stage === 'choosing' ? (
          <Button kind="primary" onPress={() => actor.send({ type: 'user.began' })}>
            {messages.create}
          </Button>
        ) : null}
      </Buttons>
    </Stack>
  )
}

function RuleItem({ actor, rule: { _id, rule } }: { readonly actor: RuleActor; readonly rule: MappingRule }) {
  return (
    <li>
      <strong>{rule.name}</strong> <span>{messages.types[rule.type]}</span>
      <Buttons>
        <Button label={messages.useThis(rule.name)} onPress={() => actor.send({ type: 'user.applied', ruleId: _id })}>
          {messages.use}
        </Button>
        <Button kind="quiet" label={messages.remove(rule.name)} onPress={() => actor.send({ type: 'user.deleted', ruleId: _id })}>
          {messages.removeShort}
        </Button>
      </Buttons>
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
