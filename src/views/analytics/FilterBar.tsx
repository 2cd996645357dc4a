import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { PeriodCode, Resolution } from '#contract/kit/time-range.ts'
import type { TimeFilterActor } from '../../machines/analytics/time-filter.machine.ts'
import { selectPeriod, selectQuestion, selectRule } from '../../machines/analytics/time-filter.machine.ts'
import { space } from '../../theme/theme.ts'
import { listed } from '../kit/format/listed.ts'
import { Hint } from '../kit/layout/blocks.ts'
import { Toolbar, ToolbarTitle } from '../kit/layout/Toolbar.tsx'
import { ToolbarSelect } from '../kit/layout/ToolbarSelect.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { CustomRange } from './CustomRange.tsx'
import { periodMessages, resolutionMessages } from './time-filter.format.ts'
import { timeFilterMessages as messages } from './time-filter.messages.ts'

type FilterBarProps = {
  readonly actor: TimeFilterActor
  /** Whether it can be said of which systems: those of one connector are known. */
  readonly hasEnvironment?: boolean
  /** When the figures were read. */
  readonly updated?: ReactNode
  /** What can be done with the figures. */
  readonly actions?: ReactNode
}

/** Which figures are shown: their time, how finely, and of which systems. */
export function FilterBar({ actor, hasEnvironment = true, updated, actions }: FilterBarProps) {
  const period = useSelector(actor, selectPeriod)
  const { resolution, environment } = useSelector(actor, selectQuestion)
  const rule = useSelector(actor, selectRule)
  const adjustedFrom = useContextOf(actor, 'adjustedFrom')
  const unread = useContextOf(actor, 'unread')
  const allowed = Object.fromEntries(rule.allowed.map((name) => [name, resolutionMessages[name] ?? name])) as Record<
    Resolution,
    string
  >

  return (
    <Frame aria-label={messages.name}>
      <Toolbar
        note={
          <>
            <span>{messages.smart[rule.name]}</span>
            {updated}
          </>
        }
        tools={
          <>
            <ToolbarSelect<PeriodCode>
              label={messages.period}
              options={periodMessages}
              value={period}
              onChoose={(it) => actor.send({ type: 'user.chosePeriod', period: it })}
            />
            <ToolbarSelect
              label={messages.resolution}
              options={allowed}
              value={resolution}
              onChoose={(it) => actor.send({ type: 'user.choseResolution', resolution: it })}
            />
            {hasEnvironment ? (
              <ToolbarSelect
                label={messages.environment}
                isLabelUnseen
                options={messages.environments}
                value={environment}
                onChoose={(it) => actor.send({ type: 'user.choseEnvironment', environment: it })}
              />
            ) : null}
            {actions}
          </>
        }
      >
        <ToolbarTitle>{messages.title}</ToolbarTitle>
      </Toolbar>
      {period === 'custom' ? <CustomRange actor={actor} /> : null}
      <div role="status">
        <Hint>
          {[
            adjustedFrom === null ? null : messages.adjusted(adjustedFrom, resolution),
            unread.length === 0 ? null : messages.unread(listed(unread)),
          ]
            .filter((it) => it !== null)
            .join(' ')}
        </Hint>
      </div>
    </Frame>
  )
}

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;

  & > form {
    margin-top: ${space[8]};
  }
`
