import { ChevronDown, Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { isOpenProblem } from '#contract/connectors/problems/problem-group.ts'
import { nounFor, type RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { CausesActor } from '#src/machines/connectors/problems/causes.machine.ts'
import { color, font, motion, narrow, radius, space } from '#src/theme/theme.ts'
import { IconFace } from '../../kit/controls/icon-face.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { CauseActions, MuteButton } from './CauseActions.tsx'
import { problemGroupMessages as messages } from './problem-group.messages.ts'
import type { ProblemLinks } from './problem-links.ts'
import { countOf, isMappingHelpful, isOthers, quoteOf, refusalOf, titleOf } from './problem-title.ts'
import type { Consequences } from './shown-groups.ts'
import { Suggestion } from './suggestion.ts'

type Range = { readonly from: string; readonly to: string }

type ProblemGroupCardProps = {
  readonly group: ProblemGroup
  /** What happened to whole runs because of it. */
  readonly consequences: Consequences
  readonly range: Range
  /** What people did about the causes. */
  readonly causes: CausesActor
  readonly links: ProblemLinks
  /** What the records are called. */
  readonly noun: RecordNoun
  readonly isOpen: boolean
  readonly onTurn: () => void
  /** Evidence and records. */
  readonly children: ReactNode
}

/** Records that were lost for one cause: its name, how many, and what can be done; open also its evidence and its records. */
export function ProblemGroupCard(props: ProblemGroupCardProps) {
  const { group, consequences, range, causes, links, noun, isOpen, onTurn, children } = props
  const { failed, unknown, arrived, lastAt, field, records, openRecords } = group
  const title = titleOf(group, noun)
  const quote = quoteOf(group)
  const needsWork = isOpenProblem(group)
  const isDelivered = openRecords === 0
  const count = countOf(group)
  return (
    <Frame aria-label={title}>
      <Head>
        <Turn type="button" aria-expanded={isOpen} aria-label={messages.turn(title)} onClick={onTurn}>
          <ChevronDown aria-hidden="true" />
        </Turn>
        <Names>
          <h2>
            <StatusDot look={needsWork ? (failed > 0 ? 'bad' : 'warn') : isDelivered ? 'ok' : 'off'}>
              <Title>{title}</Title>
            </StatusDot>
          </h2>
          <Sub>
            {isOthers(group) ? <span>{messages.different}</span> : null}
            {field === null ? null : <code>{field}</code>}
            {quote === null ? null : <span>{quote}</span>}
            {unknown > 0 && !isDelivered ? <span>{messages.unknown(number(unknown))}</span> : null}
            {failed > records ? <span>{messages.failures(failed)}</span> : null}
            {consequences.runs.map(({ message, count: runs, runId }) => (
              <span key={message}>
                <PlainLink href={links.run(runId)}>{messages.runsOfGroup(runs)}</PlainLink>
              </span>
            ))}
            {arrived > 0 ? <Arrived group={group} links={links} /> : null}
          </Sub>
        </Names>
        <Count>
          <b>{count}</b> {nounFor(noun, openRecords > 0 ? openRecords : records)}
        </Count>
        {isDelivered ? null : (
          <Ways>
            {field === null || !isMappingHelpful(group) ? null : (
              <LinkButton $isQuiet href={links.mapping(field)}>
                {messages.fixMapping}
              </LinkButton>
            )}
            {refusalOf(group) === 'duplicate' && field !== null ? (
              <LinkButton $isQuiet href={links.both(group.example.transactionId, field)}>
                {messages.seeBoth(noun)}
              </LinkButton>
            ) : null}
            {refusalOf(group) === 'blocked' && !isOpen ? <MuteButton actor={causes} causeId={group.id} seenAt={lastAt} /> : null}
            <LinkButton $isQuiet href={links.retryGroup(group, range)}>
              {messages.retry(count)}
            </LinkButton>
          </Ways>
        )}
      </Head>
      {consequences.absent.map(({ message, runId }) => (
        <Why key={message}>
          <Lightbulb aria-hidden="true" />
          <span>
            <TextWithTimestamps text={message} />
          </span>
          <PlainLink href={links.run(runId)}>{messages.seeRun}</PlainLink>
        </Why>
      ))}
      {isOpen ? (
        <Body>
          {children}
          {isDelivered ? null : <CauseActions actor={causes} causeId={group.id} seenAt={lastAt} />}
        </Body>
      ) : null}
    </Frame>
  )
}

/** How many were delivered later, and by which run. */
function Arrived({ group, links }: Pick<ProblemGroupCardProps, 'group' | 'links'>) {
  const { records, openRecords, replayId, arrivedRun, arrivedRuns } = group
  const run =
    arrivedRun === null ? null : (
      <PlainLink href={links.run(arrivedRun.runId)}>
        <Moment at={arrivedRun.startedAt} />
      </PlainLink>
    )
  const closed = arrivedRuns > 1 ? messages.closedBySeveral(records, arrivedRuns) : messages.closed(records)
  return (
    <span>
      {openRecords === 0 ? (
        <Sentence of={closed} parts={{ run }} />
      ) : (
        messages.deliveredLater(number(records - openRecords), number(records), openRecords)
      )}{' '}
      {replayId === null ? null : <PlainLink href={links.replay(replayId)}>{messages.seeReplay}</PlainLink>}
    </span>
  )
}

const Frame = styled.article`
  min-width: 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Head = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto auto;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  padding: ${space[8]} ${space[16]} ${space[8]} ${space[8]};

  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr) auto;
  }
`

const Turn = styled(IconFace)`
  width: 1.75rem;
  height: 1.75rem;

  & > svg {
    transition: transform ${motion.hand};
    transform: rotate(-90deg);
  }

  &[aria-expanded='true'] > svg {
    transform: none;
  }
`

const Names = styled.div`
  min-width: 0;

  & > h2 {
    font: ${font.section};
  }
`

const Title = styled.span`
  min-width: 0;
  color: ${color['text.default']};
  font: ${font.section};
  white-space: normal;
  overflow-wrap: anywhere;
`

/** Parted by middle dots, which no assistive technology has to read. */
const Sub = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[8]};
  padding-left: 15px;
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;

  & > :not(:last-child)::after {
    content: '·' / '';
    margin-left: ${space[8]};
  }
`

const Count = styled.p`
  font: ${font.dense};
  white-space: nowrap;

  & > b {
    font: ${font.title};
    font-variant-numeric: tabular-nums;
  }
`

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};

  ${narrow} {
    grid-column: 1 / -1;
    margin-left: ${space[8]};

    & > * {
      flex: 1;
    }
  }
`

/** Why, where the runs say it. */
const Why = styled(Suggestion)`
  margin: 0 ${space[16]} ${space[12]};
`

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  padding: 0 ${space[16]} ${space[12]};
`
