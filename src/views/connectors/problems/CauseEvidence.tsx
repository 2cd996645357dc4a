import { useSelector } from '@xstate/react'
import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import { type CauseEvidence, comparedRecordsMax, type Difference } from '#contract/connectors/problems/cause-evidence.ts'
import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage, selectProblem } from '#src/machines/kit/list.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { dayOf } from '../../kit/format/times.ts'
import { MomentSpan } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { problemGroupMessages as messages } from './problem-group.messages.ts'
import { isMappingHelpful } from './problem-title.ts'
import { Suggestion } from './suggestion.ts'

export const selectEvidence = (snapshot: ReturnType<ListActor['getSnapshot']>) =>
  selectPage<CauseEvidence>(snapshot)?.items[0] ?? null

type CauseEvidenceProps = {
  /** A list of one. */
  readonly actor: ListActor
  readonly group: ProblemGroup
  /** Where the mapping of a field is corrected. */
  readonly mappingHref: (field: string | null) => string
  /** What is done about advice for a field, where more is known than the way to the mapping. */
  readonly drawAdvice?: (path: string) => ReactNode
  /** The card says why already: a second piece of advice about the same field is none. */
  readonly isExplained: boolean
}

/** What can be done in the mapping about a difference; null where nothing there would help. */
function adviceOf({ trait, from, path, fixed }: Difference): string | null {
  // Tried on the stored records, it helped none of them.
  if (fixed === 0) return null
  const isEmpty = trait === 'missing' || trait === 'null' || trait === 'empty'
  if (!isEmpty) return from === null ? null : messages.suggestion[trait]
  return from === null || path === '' ? messages.suggestion[trait] : messages.emptySource
}

/** Three answers about a cause: what happened, what differs from delivered records, and when. */
export function CauseEvidenceFacts({ actor, group, mappingHref, drawAdvice, isExplained }: CauseEvidenceProps) {
  const { firstAt, lastAt, failed, isMixed } = group
  const evidence = useSelector(actor, selectEvidence)
  const hasFailed = useSelector(actor, (snapshot) => selectProblem(snapshot) !== null)
  const [first] = evidence?.differences ?? []
  const affected = evidence?.affected ?? null
  // What may have arrived was not refused for a value, and what was refused for several has not one answer.
  const isAdvised = failed > 0 && !isMixed && !isExplained && isMappingHelpful(group)
  const suggestion = first === undefined || !isAdvised ? null : adviceOf(first)
  return (
    <>
      <Facts>
        <dt>{messages.differs}</dt>
        <dd>{evidence === null ? hasFailed ? messages.notCompared : messages.comparing : <Differences evidence={evidence} />}</dd>
        {affected === null ? null : (
          <>
            <dt>{messages.affected}</dt>
            <dd>
              <AffectedRecords
                affected={affected}
                compared={evidence?.lost ?? 0}
                of={group.openRecords > 0 ? group.openRecords : group.records}
              />
            </dd>
          </>
        )}
        <dt>{messages.when}</dt>
        <dd>
          <MomentSpan first={firstAt} last={lastAt} />
          {evidence === null || evidence.firstVersion === null
            ? null
            : `, ${messages.firstVersion(number(evidence.firstVersion))}`}
        </dd>
      </Facts>
      {first === undefined || suggestion === null ? null : (
        <Suggestion>
          <Lightbulb aria-hidden="true" />
          <span>
            <Sentence of={suggestion} parts={{ path: <code>{first.path}</code>, from: <code>{first.from}</code> }} />
            {first.fixed === null ? null : ` ${messages.fixed(first.fixed, evidence?.lost ?? 0)}`}
          </span>
          {drawAdvice?.(first.path) ?? <PlainLink href={mappingHref(first.path)}>{messages.fixMapping}</PlainLink>}
        </Suggestion>
      )}
    </>
  )
}

function Differences({ evidence: { lost, delivered, differences } }: { readonly evidence: CauseEvidence }): ReactNode {
  if (lost === 0) return messages.notMade
  if (delivered === 0) return messages.noDelivered
  if (differences.length === 0) return messages.noDifference(number(lost), number(delivered))
  return (
    <>
      {differences.map((difference) => (
        <Line key={`${difference.path} ${difference.trait}`}>
          <Trait of={difference} />:{' '}
          {messages.shares(number(difference.lost), number(lost), number(difference.delivered), number(delivered))}
        </Line>
      ))}
      {/* The figures above are of a sample: a page that counts more records would seem to contradict them. */}
      {Math.max(lost, delivered) < comparedRecordsMax ? null : (
        <Line>{messages.comparedRecords(number(lost), number(delivered))}</Line>
      )}
    </>
  )
}

/** Fields whose values are places. */
const placeNames = ['country', 'region', 'state', 'city', 'market']
const lastOf = (path: string) => path.split('.').at(-1) ?? path
const isCreation = (path: string) => lastOf(path).toLowerCase().startsWith('created')

type AffectedProps = {
  readonly affected: NonNullable<CauseEvidence['affected']>
  readonly compared: number
  /** Records of the problem. */
  readonly of: number
}

/** What the records have in common, in one line: "23 in Germany, 2 in Austria, all created since 24 Nov". */
function AffectedRecords({ affected: { values, since }, compared, of }: AffectedProps) {
  const isPlace = values !== null && placeNames.includes(lastOf(values.path).toLowerCase())
  const counts = values?.counts.map(({ value, count }) => (isPlace ? messages.inPlace : messages.withValue)(value, number(count)))
  return (
    <>
      {compared < of ? messages.ofCompared(number(compared)) : null}
      {values === null || isPlace ? null : (
        <>
          <code>{values.path}</code>{' '}
        </>
      )}
      {counts?.join(', ')}
      {counts !== undefined && since !== null ? ', ' : null}
      {since === null ? null : (
        <Sentence
          of={isCreation(since.path) ? messages.createdSince : messages.since}
          parts={{ path: <code>{since.path}</code>, at: dayOf(new Date(since.at)) }}
        />
      )}
    </>
  )
}

const Trait = ({ of: { trait, path, value } }: { readonly of: Difference }) => (
  <Sentence of={messages.trait[trait]} parts={{ path: <code>{path}</code>, value: <code>{value}</code> }} />
)

/** Labels stand above their answers, three beside each other. */
const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 4fr) minmax(0, 3fr);
  grid-template-rows: auto auto;
  grid-auto-flow: column;
  gap: 2px ${space[24]};
  overflow-wrap: anywhere;

  & > dt {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  @media (max-width: 61.99rem) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: none;
    grid-auto-flow: row;

    & > dd + dt {
      margin-top: ${space[8]};
    }
  }
`

const Line = styled.span`
  display: block;
`
