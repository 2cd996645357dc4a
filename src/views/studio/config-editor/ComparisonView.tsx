import styled from 'styled-components'
import type { ComparedRecord, Comparison } from '#contract/studio/comparison.ts'
import type { ComparisonActor } from '#src/machines/studio/config-editor/comparison.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { type PillLook, StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Code, Failed, Hint, Listed, Row, SideName, Sides, Stack } from '../../kit/layout/blocks.ts'
import { fieldName } from '../../kit/text/field-names.ts'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { comparisonMessages as messages } from './comparison.messages.ts'

/** What a configuration makes of the last records, beside what the live version makes of them. */
export function ComparisonView({ actor }: { readonly actor: ComparisonActor }) {
  const isBusy = useIsBusy(actor)
  const comparison = useContextOf(actor, 'comparison')
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Stack role="region" aria-label={messages.name} aria-busy={isBusy}>
      <Title>{messages.name}</Title>
      {isBusy ? (
        <Row role="status">
          <Ring /> {messages.comparing}
        </Row>
      ) : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {comparison === null ? null : <Compared comparison={comparison} />}
    </Stack>
  )
}

function Compared({ comparison: { liveVersion, records, notKept, problem } }: { readonly comparison: Comparison }) {
  if (problem !== null) return <ProblemAlert problem={problem} />
  const count = (change: ComparedRecord['change']) => records.filter((it) => it.change === change).length
  const failed = records.filter(({ draft }) => draft.outcome === 'failed').length
  const sums = { all: records.length, differs: count('differs'), fails: count('fails'), works: count('works') }
  const told = records.filter(({ change, draft }) => change !== 'same' && !(change === 'new' && draft.outcome !== 'failed'))
  return (
    <>
      <p role="status">{liveVersion === null ? messages.triedFirst(records.length, failed) : messages.compared(sums)}</p>
      {notKept === 0 ? null : <Hint>{messages.notKept(notKept)}</Hint>}
      {told.length === 0 ? null : (
        <Records aria-label={messages.records}>
          {told.map((record) => (
            <RecordRow key={record.transactionId} record={record} live={liveVersion} />
          ))}
        </Records>
      )}
    </>
  )
}

const looks = { same: 'good', differs: 'late', fails: 'bad', works: 'good', new: 'draft' } as const satisfies Record<
  ComparedRecord['change'],
  PillLook
>

type RecordRowProps = { readonly record: ComparedRecord; readonly live: number | null }

function RecordRow({ record: { key, change, record, live: before, draft }, live }: RecordRowProps) {
  return (
    <Frame>
      <details>
        <summary>
          {messages.record(key)} <StatusPill look={looks[change]} word={messages.changes[change]} />
        </summary>
        <Sides>
          <Part title={messages.asRead} text={pretty(record)} />
          {before === null || live === null ? null : <MadePart title={messages.before(number(live))} made={before} />}
          <MadePart title={messages.after} made={draft} />
        </Sides>
      </details>
    </Frame>
  )
}

const pretty = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function MadePart({
  title,
  made: { outcome, output, problem },
}: {
  readonly title: string
  readonly made: ComparedRecord['draft']
}) {
  if (problem === null) return <Part title={title} text={output === undefined ? messages.outcomes[outcome] : pretty(output)} />
  return (
    <div>
      <SideName>{title}</SideName>
      <Failed>
        <p>
          <TextWithTimestamps text={problem.message} />
        </p>
        {problem.errors === undefined ? null : (
          <Listed>
            {problem.errors.map(({ path }) => (
              <li key={path}>
                <strong>{fieldName(path) || path}</strong>
              </li>
            ))}
          </Listed>
        )}
      </Failed>
    </div>
  )
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <SideName>{title}</SideName>
      <Code>{text}</Code>
    </div>
  )
}

const Title = styled.h3`
  font: ${font.strong};
`

const Records = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  max-height: 20rem;
  overflow: auto;
`

const Frame = styled.li`
  min-width: 0;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
`
