import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Link } from 'wouter'

import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import type { CausesActor } from '#src/machines/connectors/problems/causes.machine.ts'
import { space } from '#src/theme/theme.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { answeredOf } from './answered.ts'
import { CauseActions } from './CauseActions.tsx'
import { Counts, Links, Quiet } from './lines.ts'
import { problemGroupMessages as messages } from './problem-group.messages.ts'

type ProblemGroupCardProps = {
  /** What people did about the causes. */
  readonly causes: CausesActor
  readonly mappingHref: string
  readonly group: ProblemGroup
  readonly href: string
  readonly exampleHref: string
  readonly replayHref: string
  /** Null where no replay delivered any of them. */
  readonly replayedHref: string | null
}

/** Records that were lost for one cause. Where all of them arrived later, that is said and the rest is closed. */
export function ProblemGroupCard(props: ProblemGroupCardProps) {
  const { group, href, replayHref, replayedHref, mappingHref, causes } = props
  const { code, failed, unknown, arrived, lastAt, example } = group
  const lost = failed + unknown
  const title = example.message === '' ? messages.noMessage : example.message
  const seen = replayedHref === null ? null : <Link href={replayedHref}>{messages.seeReplay}</Link>
  if (arrived === lost)
    return (
      <Card>
        <CardTitle>{title}</CardTitle>
        <Counts>
          <StatusPill look="good" word={messages.solved} />
          <Arrived group={group} />
          {seen}
        </Counts>
        <details>
          <summary>{messages.more}</summary>
          <Closed>
            <Facts {...props}>
              <Link href={href}>{messages.all}</Link>
            </Facts>
          </Closed>
        </details>
      </Card>
    )
  return (
    <Card>
      <CardTitle>{title}</CardTitle>
      {arrived === 0 ? null : (
        <Counts>
          <Arrived group={group} />
          {seen}
        </Counts>
      )}
      <Facts {...props}>
        <Link href={href}>{messages.all}</Link>
        <Link href={replayHref}>{messages.replay(lost - arrived)}</Link>
        {code === 'mapping/failed' ? <Link href={mappingHref}>{messages.fixMapping}</Link> : null}
      </Facts>
      <CauseActions actor={causes} causeId={group.id} seenAt={lastAt} />
    </Card>
  )
}

function Arrived({ group: { failed, unknown, arrived, arrivedAt, replayId } }: Pick<ProblemGroupCardProps, 'group'>) {
  const lost = failed + unknown
  const how = replayId === null ? messages.byLaterRun : messages.byReplay
  const count = arrived === lost ? messages.arrivedAll(arrived) : messages.arrivedSome(number(arrived), number(lost))
  return (
    <span>
      {count} {how}
      {arrivedAt === null ? null : (
        <>
          , <Moment at={arrivedAt} />
        </>
      )}
    </span>
  )
}

type FactsProps = Pick<ProblemGroupCardProps, 'group' | 'exampleHref'> & { readonly children: ReactNode }

/** How many, what the destination said, since when, an example, and the ways on. */
function Facts({ group, exampleHref, children }: FactsProps) {
  const { code, answerStatus, failed, unknown, firstAt, lastAt, example } = group
  // What failed before it was sent has no response to speak of.
  const answered = answeredOf(group)
  const silent = code.startsWith('destination/') ? messages.notAnswered : null
  const sent = answerStatus === null ? silent : messages.answered(answerStatus)
  return (
    <>
      <Counts>
        {failed > 0 ? <strong>{messages.failed(number(failed))}</strong> : null}
        {unknown > 0 ? <strong>{messages.unknown(number(unknown))}</strong> : null}
        {sent === null ? null : <span>{sent}</span>}
        <code>{messages.cause(code)}</code>
      </Counts>
      {answered === null ? null : (
        <p>
          <Sentence of={messages.answeredWith} parts={{ answer: <q>{answered}</q> }} />
        </p>
      )}
      <Quiet>
        <Sentence of={messages.times} parts={{ first: <Moment at={firstAt} />, last: <Moment at={lastAt} /> }} />
      </Quiet>
      <Quiet>
        <Sentence
          of={messages.example}
          parts={{
            record: (
              <Link href={exampleHref}>
                <code>{example.recordKey}</code>
              </Link>
            ),
          }}
        />
      </Quiet>
      <Links>{children}</Links>
    </>
  )
}

const Closed = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-top: ${space[8]};
`
