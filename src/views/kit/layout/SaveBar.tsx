import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { Problem } from '#contract/kit/problem.ts'
import type { SettingsSectionActor } from '#src/machines/kit/settings-section.machine.ts'
import {
  selectCanReload,
  selectChanges,
  selectCompared,
  selectProblem,
  selectSavedByOthers,
  selectStage,
} from '#src/machines/kit/settings-section.machine.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { ProblemAlert } from '../feedback/ProblemAlert.tsx'
import { settingsMessages as messages } from '../settings.messages.ts'
import { fieldName } from '../text/field-names.ts'
import { LearnMore } from '../text/LearnMore.tsx'
import { Moment } from '../text/Moment.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { useCan } from '../use-snapshot.ts'

export type SaveBarProps = {
  readonly actor: SettingsSectionActor
  /** How a changed field is named: "minimum length 8 → 12"; null of a field that is not named. */
  readonly nameChange: (field: string) => string | null
  /** What the button says, where it is not Save. */
  readonly save?: string
  /** What it says for 3 s after a save. */
  readonly saved: string
  /** What the button is called that leaves without saving. */
  readonly leave?: string
}

/** How a section is saved: nothing while nothing is unsaved; then how many changes by their names, why they were not saved, or who saved in between. */
export function SaveBar({ actor, nameChange, saved, save = messages.save, leave = messages.discard }: SaveBarProps) {
  const stage = useSelector(actor, selectStage)
  const changes = useSelector(actor, selectChanges)
  const problem = useSelector(actor, selectProblem)
  const compared = useSelector(actor, selectCompared)
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canDiscard = useCan(actor, { type: 'user.discarded' })
  const canReload = useSelector(actor, selectCanReload)
  const canCompare = useCan(actor, { type: 'user.compared' })
  const names = Object.keys(changes).flatMap((field) => nameChange(field) ?? [])
  const isClean = !canDiscard && problem === null && (stage === 'pristine' || stage === 'viewing' || stage === 'loading')
  const discard = (label: string) =>
    canDiscard ? (
      <Button kind="quiet" onPress={() => actor.send({ type: 'user.discarded' })}>
        {label}
      </Button>
    ) : null
  if (problem !== null && (stage === 'stale' || stage === 'failed'))
    return (
      <Bar data-unsaved>
        <ProblemAlert problem={problem}>
          <Button isBlocked={!canReload} onPress={() => actor.send({ type: 'user.reloaded' })}>
            {messages.retry}
          </Button>
          {discard(messages.conflict.discard)}
        </ProblemAlert>
      </Bar>
    )
  if (canCompare)
    return (
      <Bar data-unsaved>
        <Line>
          <State role="alert">
            <strong>
              <Others actor={actor} />
            </strong>
          </State>
          {discard(messages.conflict.discard)}
          <Button onPress={() => actor.send({ type: 'user.compared' })}>{messages.conflict.compare}</Button>
          <Button kind="primary" onPress={() => actor.send({ type: 'user.overwrote' })}>
            {messages.conflict.overwrite}
          </Button>
        </Line>
      </Bar>
    )
  const isRefused = stage === 'refused' && problem !== null
  return (
    <Bar data-unsaved={!isClean || undefined} data-clean={isClean || undefined}>
      <Line>
        {isRefused ? (
          <NotSaved problem={problem} />
        ) : (
          <State role="status">
            {isClean ? null : (
              <Sayings stage={stage} saved={saved} names={names}>
                {compared === null ? null : <Compared before={compared.value} after={changes} nameChange={nameChange} />}
              </Sayings>
            )}
          </State>
        )}
        {discard(leave)}
        {isClean ? null : (
          <Button
            kind="primary"
            isBlocked={!canSubmit}
            {...(isRefused ? { label: messages.retrySaveName } : {})}
            onPress={() => actor.send({ type: 'user.submitted' })}
          >
            {isRefused ? messages.retrySave : stage === 'saving' ? messages.saving : save}
          </Button>
        )}
      </Line>
    </Bar>
  )
}

type SayingsProps = {
  readonly stage: ReturnType<typeof selectStage>
  readonly saved: string
  readonly names: readonly string[]
  readonly children: ReactNode
}

function Sayings({ stage, saved, names, children }: SayingsProps) {
  if (stage === 'saved') return saved
  if (stage === 'readingTheirs') return messages.conflict.reading
  if (children !== null) return children
  if (names.length === 0) return null
  return (
    <>
      <strong>{messages.unsaved(names.length)}</strong> {names.join(', ')}
    </>
  )
}

/** Why it was not saved; the fields that are wrong by their names. */
function NotSaved({ problem: { code, message, errors = [] } }: { readonly problem: Problem }) {
  return (
    <State role="alert" data-failed>
      <strong>{messages.failed}</strong> {message}
      {errors.map((fault) => (
        <span key={`${fault.path} ${fault.message}`}>
          {' '}
          {fieldName(fault.path)} {fault.message}
        </span>
      ))}{' '}
      <LearnMore code={code} />
    </State>
  )
}

function Others({ actor }: { readonly actor: SettingsSectionActor }) {
  const others = useSelector(actor, selectSavedByOthers)
  if (others === null || others.by === null || others.at === null) return messages.conflict.unknown
  return <Sentence of={messages.conflict.by} parts={{ by: others.by, at: <Moment at={others.at} /> }} />
}

type Values = Readonly<Record<string, unknown>>
type ComparedProps = Pick<SaveBarProps, 'nameChange'> & { readonly before: Values; readonly after: Values }

/** Each change with the saved value before it, where both can be written in a word. */
function Compared({ before, after, nameChange }: ComparedProps) {
  const lines = Object.entries(after).flatMap(([field, mine]) => {
    const name = nameChange(field)
    if (name === null) return []
    const [theirs, own] = secret.test(field) ? [null, null] : [wordOf(before[field]), wordOf(mine)]
    return theirs === null || own === null || name.includes('→') ? [name] : [messages.change(name, theirs, own)]
  })
  return (
    <>
      <strong>{messages.conflict.compared}</strong> {lines.join(', ')}
    </>
  )
}

const wordMax = 60
/** Fields of which no value is shown. */
const secret = /password|key|secret|token|certificate/i

/** Null of what is more than a word: lists, pictures, groups of fields. */
function wordOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? messages.value.on : messages.value.off
  if (value === null || value === undefined || value === '') return messages.value.none
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.length <= wordMax ? `“${value}”` : null
}

const Bar = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
`

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};

  ${narrow} {
    & > p {
      flex-basis: 100%;
    }

    & > button {
      flex: 1;
      min-height: 2.5rem;
    }
  }
`

const State = styled.p`
  flex: 1 1 12rem;
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;

  & > strong {
    color: ${color['text.default']};
    font-weight: 500;
  }

  &[data-failed],
  &[data-failed] > strong {
    color: ${color['danger.text']};
  }
`
