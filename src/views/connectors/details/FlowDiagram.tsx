import { Fragment } from 'react'
import styled, { css, keyframes } from 'styled-components'

import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { inTenths, number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { Card, CardTitle, Hint } from '../../kit/layout/blocks.ts'
import { Minute } from '../../kit/text/Minute.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { flowMessages as messages } from './flow.messages.ts'
import { pillOfHealth } from './health-pill.ts'
import { type FlowReading, type FlowStep, minutesTo, stepsOf } from './steps.ts'

type FlowDiagramProps = {
  readonly reading: FlowReading
  readonly isActive: boolean
  /** The status of the connector in a word. */
  readonly status: string
}

/** The way of the records from the source to the destination, with what was measured at each step. */
export function FlowDiagram({ reading, isActive, status }: FlowDiagramProps) {
  return (
    <Card aria-label={messages.title}>
      <CardTitle>{messages.title}</CardTitle>
      <p>{isActive ? messages.moving : messages.still(status)}</p>
      <Way tabIndex={0} aria-label={messages.list}>
        {stepsOf(reading).map((step, at) => (
          <Fragment key={step.id}>
            {at === 0 ? null : <Edge aria-hidden="true" data-edge={isActive ? 'active' : 'idle'} $isActive={isActive} />}
            <Step step={step} />
          </Fragment>
        ))}
      </Way>
      <Hint>{messages.measured}</Hint>
    </Card>
  )
}

/** By which calls the step is judged. */
function Judged({ by: { step, newest } }: { readonly by: FlowStep['measured'] }) {
  if (newest === null) return messages.never
  const { at, calls, errors, failedAt } = newest
  const { first, last } = minutesTo(at)
  const all = messages.units[step](calls)
  return (
    <Sentence
      of={errors > 0 ? messages.failed(number(errors), all) : messages.fine(all)}
      parts={{ first: <Minute at={first} />, last: <Minute at={last} />, failedAt: <Minute at={failedAt ?? last} /> }}
    />
  )
}

function Step({ step }: { readonly step: FlowStep }) {
  const { name, address, fields, figures, running, measured, isShared } = step
  const kind = measured.step
  return (
    <Box>
      <Name>{name === null ? messages.steps[kind] : `${messages.steps[kind]}: ${name}`}</Name>
      <Place>{fields === null ? (address ?? messages.noAddress) : messages.fields(fields)}</Place>
      {running === null ? (
        <StatusPill {...pillOfHealth(measured.level)} />
      ) : (
        <StatusPill look="working" word={messages.running} />
      )}
      <Why>{running === null ? <Judged by={measured} /> : messages.follows}</Why>
      {figures === null ? (
        <p>{running === null ? messages.none : messages.counted[kind](running)}</p>
      ) : (
        <Figures>
          <dt>{messages.rates[kind]}</dt>
          <dd>{inTenths(figures.calls)}</dd>
          <dt>{messages.figures.latency}</dt>
          <dd>{duration(Math.round(figures.latency))}</dd>
          <dt>{messages.figures.errors}</dt>
          <dd>{inTenths(figures.errors)}</dd>
        </Figures>
      )}
      {kind === 'enrichment' ? <Why>{messages.before}</Why> : null}
      {isShared ? <Why>{messages.shared}</Why> : null}
    </Box>
  )
}

const along = keyframes`
  to { background-position: 1.5rem 0, 0 0; }
`
const down = keyframes`
  to { background-position: 0 1.5rem, 0 0; }
`

const Way = styled.ol`
  display: flex;
  align-items: stretch;
  margin: 0;
  padding: ${space[4]};
  border-radius: ${radius.control};
  list-style: none;
  overflow-x: auto;
  ${focusRing}

  ${narrow} {
    flex-direction: column;
    overflow-x: visible;
  }
`

const Box = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  justify-items: start;
  gap: ${space[4]};
  flex: 1 1 10rem;
  min-width: 10rem;
  padding: ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;

  ${narrow} {
    flex-basis: auto;
  }
`

const moving = css`
  background:
    repeating-linear-gradient(90deg, ${color['info.border']} 0 0.25rem, transparent 0.25rem 1.5rem) 0 0 / 1.5rem 100%,
    ${color['info.icon']};
  animation: ${along} 1s linear infinite;

  ${narrow} {
    background:
      repeating-linear-gradient(180deg, ${color['info.border']} 0 0.25rem, transparent 0.25rem 1.5rem) 0 0 / 100% 1.5rem,
      ${color['info.icon']};
    animation-name: ${down};
  }

  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`

const still = css`
  background: repeating-linear-gradient(90deg, ${color['danger.icon']} 0 0.375rem, transparent 0.375rem 0.625rem);

  ${narrow} {
    background: repeating-linear-gradient(180deg, ${color['danger.icon']} 0 0.375rem, transparent 0.375rem 0.625rem);
  }
`

const Edge = styled.li<{ readonly $isActive: boolean }>`
  flex: 0 1 2.5rem;
  align-self: center;
  min-width: 1.5rem;
  height: 3px;
  ${({ $isActive }) => ($isActive ? moving : still)}

  ${narrow} {
    flex: none;
    width: 3px;
    min-width: 0;
    height: 1.5rem;
  }
`

const Name = styled.h3`
  font: ${font.strong};
`

const Place = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Why = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Figures = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr) max-content;
  gap: 0 ${space[8]};
  width: 100%;
  margin: 0;
  font-variant-numeric: tabular-nums;

  & > dt {
    color: ${color['text.muted']};
  }

  & > dd {
    margin: 0;
    text-align: right;
  }
`
