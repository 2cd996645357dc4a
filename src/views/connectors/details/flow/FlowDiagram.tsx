import { Fragment } from 'react'

import { responds } from '#contract/connectors/runs/run-display.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import { type DotLook, StatusDot } from '#src/views/kit/feedback/StatusDot.tsx'
import { number, roundedToTenths } from '#src/views/kit/format/numbers.ts'
import { duration } from '#src/views/kit/format/spans.ts'
import { minuteWord } from '#src/views/kit/format/times.ts'
import { System } from '#src/views/kit/identity/Monogram.tsx'
import { SectionHeader } from '#src/views/kit/layout/SectionHeader.tsx'
import { connectorStatusMessages } from '../connector-status.messages.ts'
import { flowMessages as messages } from './flow.messages.ts'
import { Before, Box, Edge, Figures, Judged, Line, Measured, Name, None, Way } from './flow-frame.ts'
import { type FlowReading, type FlowStep, minutesTo, stepsOf } from './steps.ts'

type FlowDiagramProps = {
  readonly reading: FlowReading
  readonly isActive: boolean
  /** The status of the connector in a word. */
  readonly status: string
}

/** Record paths from the source to the destination, with what was measured at each step. */
export function FlowDiagram({ reading, isActive, status }: FlowDiagramProps) {
  return (
    <section aria-label={messages.title}>
      <SectionHeader title={messages.title} note={isActive ? messages.measured : messages.still(status)} />
      <Way tabIndex={0} aria-label={messages.list}>
        {stepsOf(reading).map((step, at, steps) => {
          const waiting = waitingAt(step, reading.newestRun)
          const before = steps[at - 1]
          const isAway = [waiting, before && waitingAt(before, reading.newestRun)].some((it) => it?.kind === 'away')
          const edge = !isActive ? 'idle' : isAway ? 'away' : 'active'
          return (
            <Fragment key={step.id}>
              {at === 0 ? null : <Edge aria-hidden="true" data-edge={edge} $isActive={edge === 'active'} />}
              <Step step={step} waiting={waiting} />
            </Fragment>
          )
        })}
      </Way>
    </section>
  )
}

const dots = { healthy: 'ok', degraded: 'warn', failing: 'bad', noRecentData: 'off' } as const satisfies Record<
  FlowStep['measured']['level'],
  DotLook
>

/** What the open run waits for, where it waits for this step. */
const waitingAt = ({ measured, isShared }: FlowStep, run: FlowReading['newestRun']): Waiting | null =>
  run?.waiting != null && run.waiting.side === measured.step && !isShared ? run.waiting : null

const waitingWord = (waiting: Waiting) =>
  waiting.kind === 'away' && responds(waiting) ? messages.responding[waiting.side] : messages.waiting[waiting.kind]

function Step({ step, waiting }: { readonly step: FlowStep; readonly waiting: Waiting | null }) {
  const { name, system, address, several, fields, conditions, linesOf, groupedBy, figures, running, measured } = step
  const { step: kind, level } = measured
  const together = togetherOf(step)
  const isBad = level === 'failing' && waiting === null
  return (
    <Box $isBad={isBad || waiting?.kind === 'away'} title={measuredBy(step) ?? undefined}>
      <Name>
        {several.length > 0
          ? messages.several(several.length)
          : name === null
            ? messages.steps[kind]
            : `${messages.steps[kind]}: ${name}`}
        {kind === 'enrichment' ? <Before> · {messages.before}</Before> : null}
      </Name>
      <Line>
        {fields === null ? (
          several.length > 0 ? (
            <span>
              {several.map(({ id, name: its, address: at, isPaused }) => (
                <Fragment key={id}>
                  <System name={its} {...(at === null ? {} : { address: at })} />
                  {isPaused ? <Before> · {messages.paused}</Before> : null}{' '}
                </Fragment>
              ))}
            </span>
          ) : system === null ? (
            <span>{messages.noAddress}</span>
          ) : (
            <System name={system} {...(address === null ? {} : { address })} />
          )
        ) : (
          <span>
            {messages.fields(fields)}
            {conditions === 0 ? null : `, ${messages.filtered(conditions)}`}
            {linesOf === null ? null : `, ${messages.lines(linesOf)}`}
            {groupedBy.length === 0 ? null : `, ${messages.grouped(groupedBy)}`}
          </span>
        )}
        {waiting !== null ? (
          <StatusDot look={waiting.kind === 'away' ? 'bad' : 'warn'}>
            {several.length > 0 && waiting.system !== null
              ? messages.of(waiting.system, waitingWord(waiting))
              : waitingWord(waiting)}
          </StatusDot>
        ) : running === null ? (
          <StatusDot look={dots[level]}>{connectorStatusMessages.health[level]}</StatusDot>
        ) : (
          <StatusDot look="run">{messages.running}</StatusDot>
        )}
      </Line>
      {figures === null ? (
        <None>
          {running === null ? messages.none : messages.counted[kind](running)}
          <Judged>{running === null ? messages.never : messages.follows}</Judged>
        </None>
      ) : (
        <>
          <Figures>
            <div>
              <dt>{messages.rates[kind]}</dt>
              <dd>{roundedToTenths(figures.calls)}</dd>
            </div>
            <div>
              <dt>{messages.figures.latency}</dt>
              <dd>{duration(Math.round(figures.latency))}</dd>
            </div>
            <div>
              <dt>{messages.figures.errors}</dt>
              <dd data-bad={figures.errors > 0}>{roundedToTenths(figures.errors)}</dd>
            </div>
          </Figures>
          {together === null ? null : <Judged aria-hidden="true">{together}</Judged>}
          <Measured>{measuredBy(step)}</Measured>
        </>
      )}
    </Box>
  )
}

/** Of what the figures are, where they are not of one system. */
const togetherOf = ({ isShared, several }: FlowStep): string | null =>
  isShared ? messages.shared : several.length > 0 ? messages.allDestinations : null

/** By which calls the step is judged; null where there were none. */
function measuredBy(of: FlowStep): string | null {
  const { step, newest } = of.measured
  const together = togetherOf(of)
  if (newest === null) return null
  const { at, calls, errors } = newest
  const { first, last } = minutesTo(at)
  const now = new Date()
  const span = messages.span(minuteWord(new Date(first), now), minuteWord(new Date(last), now))
  return [messages.judged(messages.units[step](calls), number(errors)), span, ...(together === null ? [] : [together])].join(
    ' · ',
  )
}
