import type { KeyboardEvent } from 'react'
import styled from 'styled-components'

import type { Run } from '#contract/connectors/runs/run.ts'
import { color, focusRing, font, radius, shadow, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { moment } from '../../kit/format/times.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { runMessages } from './run.messages.ts'
import { runHref } from './run-links.ts'
import { pillOfRun } from './run-status.ts'

const messages = runMessages.bars

/** Runs that are drawn at most. */
export const drawnRuns = 30
/** Of a few runs: they do not fill the frame. */
const barWidth = '2.5rem'

/** The last runs, oldest first: a bar as high as the records that it sent, failed ones on delivered ones. Each leads to its run. */
export function RunBars({ runs }: { readonly runs: readonly Run[] }) {
  const shown = runs.slice(0, drawnRuns).toReversed()
  const most = ceilingOf(Math.max(1, ...shown.map(sentBy)))
  const marks = [shown[0], shown[Math.floor(shown.length / 2)], shown.at(-1)].filter((run, at, all) => all.indexOf(run) === at)
  return (
    <section aria-label={messages.title(shown.length)}>
      <SectionHeader
        title={messages.title(shown.length)}
        right={
          <>
            <Key data-part="delivered">{runMessages.sums.delivered}</Key>
            <Key data-part="failed">{runMessages.sums.failed}</Key>
            {shown.some(({ recordsUnknown }) => recordsUnknown > 0) ? (
              <Key data-part="unknown">{runMessages.sums.unknown}</Key>
            ) : null}
            {shown.some(({ recordsUnchanged }) => recordsUnchanged > 0) ? (
              <Key data-part="unchanged">{runMessages.sums.unchanged}</Key>
            ) : null}
            {shown.some(({ recordsLeftOut }) => recordsLeftOut > 0) ? (
              <Key data-part="left-out">{runMessages.sums.leftOut}</Key>
            ) : null}
          </>
        }
      />
      <Frame>
        <Scale aria-hidden="true">
          <span>{number(most)}</span>
          <span>{number(most / 2)}</span>
          <span>{number(0)}</span>
        </Scale>
        <Bars aria-label={messages.list} onKeyDown={walk}>
          {shown.map((run, at) => (
            <li key={run.runId}>
              <Bar
                href={runHref(run.connectorId, run.runId)}
                tabIndex={at === shown.length - 1 ? 0 : -1}
                aria-label={wordsOf(run)}
                data-tip={wordsOf(run)}
                data-side={at > shown.length / 2 ? 'left' : 'right'}
              >
                <Part data-part="left-out" style={{ height: share(run.recordsLeftOut, most) }} />
                <Part data-part="unchanged" style={{ height: share(run.recordsUnchanged, most) }} />
                <Part data-part="unknown" style={{ height: share(run.recordsUnknown, most) }} />
                <Part data-part="failed" style={{ height: share(run.recordsFailed, most) }} />
                <Part data-part="delivered" style={{ height: share(run.recordsDelivered, most) }} />
                {sentBy(run) === 0 ? <Nothing data-bad={run.status === 'failed'} /> : null}
              </Bar>
            </li>
          ))}
        </Bars>
        <Times aria-hidden="true" style={{ maxWidth: `calc(${shown.length} * ${barWidth} + ${shown.length - 1} * 4px)` }}>
          {marks.map((run) => (
            <span key={run?.runId}>{startOf(run)}</span>
          ))}
        </Times>
      </Frame>
    </section>
  )
}

const sentBy = ({ recordsDelivered, recordsFailed, recordsUnknown, recordsUnchanged, recordsLeftOut }: Run) =>
  recordsDelivered + recordsFailed + recordsUnknown + recordsUnchanged + recordsLeftOut

const share = (count: number, most: number) => `${(100 * count) / most}%`

/** A round number at or above. */
function ceilingOf(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value))
  const found = [1, 2, 4, 6, 8, 10].find((times) => times * step >= value) ?? 10
  return Math.max(2, found * step)
}

const startOf = (run: Run | undefined) =>
  run === undefined ? '' : moment(new Date(run.startedAt ?? run.statusSince), new Date()).replace(/:\d\d$/, '')

const wordsOf = (run: Run) =>
  messages.bar(pillOfRun(run).word, startOf(run), [
    runMessages.delivered(number(run.recordsDelivered)),
    runMessages.failed(number(run.recordsFailed)),
    ...(run.recordsUnknown > 0 ? [runMessages.unknown(number(run.recordsUnknown))] : []),
    ...(run.recordsUnchanged > 0 ? [runMessages.unchanged(number(run.recordsUnchanged))] : []),
    ...(run.recordsLeftOut > 0 ? [runMessages.leftOut(number(run.recordsLeftOut))] : []),
  ])

/** One of the bars is in the tab order; arrows, Home and End lead to the others. */
function walk(event: KeyboardEvent<HTMLOListElement>) {
  const bars = [...event.currentTarget.querySelectorAll('a')]
  const here = bars.indexOf(event.target as HTMLAnchorElement)
  const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: bars.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  bars[Math.min(bars.length - 1, Math.max(0, next))]?.focus()
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  grid-template-rows: 140px 1rem;
  gap: ${space[4]} ${space[8]};
  margin-top: ${space[8]};
`

const Scale = styled.div`
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  min-width: 1.5rem;
  margin: -8px 0;
  color: ${color['text.muted']};
  font: ${font.dense};
  font-variant-numeric: tabular-nums;
  text-align: right;
`

const Bars = styled.ol`
  display: flex;
  align-items: stretch;
  gap: 4px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border-bottom: 1px solid ${color['border.subtle']};
  background: linear-gradient(${color['border.subtle']} 0 1px, transparent 1px) 0 0 / 100% 50%;
  list-style: none;

  & > li {
    flex: 1 1 0;
    min-width: 0;
    max-width: ${barWidth};
  }
`

const Bar = styled(PlainLink)`
  position: relative;
  display: flex;
  flex-direction: column;
  justify-content: flex-end;
  height: 100%;
  border-radius: 2px;
  ${focusRing}

  &:hover,
  &:focus-visible {
    background: ${color['bg.hover']};
  }

  &:hover::after,
  &:focus-visible::after {
    content: attr(data-tip);
    position: absolute;
    z-index: 2;
    bottom: 100%;
    padding: ${space[4]} ${space[8]};
    border-radius: ${radius.control};
    background: ${color['bg.inverse']};
    color: ${color['text.inverse']};
    font: ${font.dense};
    white-space: nowrap;
    box-shadow: ${shadow.popover};
    pointer-events: none;
  }

  &[data-side='left']::after {
    right: 0;
  }
`

const parts = `
  &[data-part='delivered'] { --part: ${color['chart.1']}; }
  &[data-part='failed'] { --part: ${color['chart.4']}; }
  &[data-part='unknown'] { --part: ${color['chart.3']}; }
  &[data-part='unchanged'] { --part: ${color['border.default']}; }
  &[data-part='left-out'] { --part: ${color['chart.6']}; }
`

const Part = styled.span`
  ${parts}
  display: block;
  background: var(--part);
`

/** A run that sent nothing is there all the same. */
const Nothing = styled.span`
  display: block;
  height: 3px;
  background: ${color['border.default']};

  &[data-bad='true'] {
    background: ${color['chart.4']};
  }
`

const Key = styled.span`
  ${parts}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: ${color['text.muted']};
  font: ${font.dense};

  &::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 2px;
    background: var(--part);
  }
`

/** As wide as the bars: each time is below its run. */
const Times = styled.div`
  display: flex;
  gap: ${space[8]};
  grid-column: 2;
  min-width: fit-content;
  justify-content: space-between;
  color: ${color['text.muted']};
  font: ${font.dense};
  font-variant-numeric: tabular-nums;
`
