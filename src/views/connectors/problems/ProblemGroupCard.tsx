import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { isOpenProblem } from '#contract/connectors/problems/problem-group.ts'
import type { CausesActor } from '#src/machines/connectors/problems/causes.machine.ts'
import { color, font, motion, narrow, radius, space } from '#src/theme/theme.ts'
import { IconFace } from '../../kit/controls/icon-face.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { LearnMore } from '../../kit/text/LearnMore.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { answeredOf } from './answered.ts'
import { CauseActions } from './CauseActions.tsx'
import { failedField } from './failed-field.ts'
import { problemGroupMessages as messages } from './problem-group.messages.ts'
import type { ProblemLinks } from './problem-links.ts'

type Range = { readonly from: string; readonly to: string }

type ProblemGroupCardProps = {
  readonly group: ProblemGroup
  readonly range: Range
  /** What people did about the causes. */
  readonly causes: CausesActor
  readonly links: ProblemLinks
  /** What the destination is called. */
  readonly systemName: string
  readonly isOpen: boolean
  readonly onTurn: () => void
  /** Evidence and records. */
  readonly children: ReactNode
}

/** What a cause is called: in the destination's own words where it said something. What names a figure of one of several records is an example. */
export function titleOf(group: ProblemGroup): string {
  const said = answeredOf(group)
  if (said === null) return group.example.message === '' ? messages.noMessage : group.example.message
  return group.failed + group.unknown > 1 && /\d/.test(said) ? messages.forExample(said) : said
}

/** Records that were lost for one cause: its name, how many, and what can be done; open also its evidence and its records. */
export function ProblemGroupCard(props: ProblemGroupCardProps) {
  const { group, range, causes, links, systemName, isOpen, onTurn, children } = props
  const { code, answerStatus, failed, unknown, arrived, lastAt } = group
  const lost = failed + unknown
  const title = titleOf(group)
  const needsWork = isOpenProblem(group)
  const isCleared = failed === 0 && unknown > 0 && arrived === unknown
  // What failed before it was sent has no response to speak of.
  const silent = code.startsWith('destination/') ? messages.notAnswered(systemName) : null
  const response = answerStatus === null ? silent : `${systemName} · ${messages.status(answerStatus)}`
  return (
    <Frame aria-label={title}>
      <Head>
        <Turn type="button" aria-expanded={isOpen} aria-label={messages.turn(title)} onClick={onTurn}>
          <ChevronDown aria-hidden="true" />
        </Turn>
        <Names>
          <h2>
            <StatusDot look={needsWork ? (failed > 0 ? 'bad' : 'warn') : arrived === lost ? 'ok' : 'off'}>
              <Title>{title}</Title>
            </StatusDot>
          </h2>
          <Sub>
            {response === null ? null : <span>{response}</span>}
            <code>{messages.cause(code)}</code>
            {code === '' ? null : <LearnMore code={code} />}
            {unknown > 0 && !isCleared ? <span>{messages.unknown(number(unknown))}</span> : null}
            {isCleared ? (
              <span>
                {messages.wereUnclear(unknown)}, <Moment at={lastAt} />
              </span>
            ) : null}
            {arrived > 0 ? <Arrived group={group} links={links} isCleared={isCleared} /> : null}
          </Sub>
        </Names>
        <Count>
          <b>{number(lost - (needsWork ? arrived : 0))}</b> {failed > 0 ? messages.failures(lost) : messages.unclear(lost)}
        </Count>
        {arrived === lost ? null : (
          <Ways>
            {code === 'mapping/failed' ? (
              <LinkButton $isQuiet href={links.mapping(failedField(group))}>
                {messages.fixMapping}
              </LinkButton>
            ) : null}
            <LinkButton $isQuiet href={links.retryGroup(group, range)}>
              {messages.retry}
            </LinkButton>
          </Ways>
        )}
      </Head>
      {isOpen ? (
        <Body>
          {children}
          {arrived === lost ? null : <CauseActions actor={causes} causeId={group.id} seenAt={lastAt} />}
        </Body>
      ) : null}
    </Frame>
  )
}

type ArrivedProps = Pick<ProblemGroupCardProps, 'group' | 'links'> & {
  /** Nothing failed, and a later run or a retry delivered all whose outcome was unknown. */
  readonly isCleared: boolean
}

function Arrived({ group: { failed, unknown, arrived, arrivedAt, replayId }, links, isCleared }: ArrivedProps) {
  const lost = failed + unknown
  const all = isCleared ? messages.nowDelivered(arrived) : messages.arrivedAll(arrived)
  const count = arrived === lost ? all : messages.arrivedSome(number(arrived), number(lost))
  return (
    <span>
      {count} {replayId === null ? messages.byLaterRun : messages.byReplay}
      {arrivedAt === null ? null : (
        <>
          , <Moment at={arrivedAt} />
        </>
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

  & > * + *::before {
    content: '·' / '';
    margin-right: ${space[8]};
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

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  padding: 0 ${space[16]} ${space[12]};
`
