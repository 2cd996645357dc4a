import styled from 'styled-components'

import type { LimitUse, PlanState } from '#contract/billing/plan.ts'
import { color, font, radius, space } from '../../../theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { planMessages as messages } from './plan.messages.ts'

/** How much of each limit is used; from 80 % on with a word. */
export function LimitsCard({ limits, isOperator }: Pick<PlanState, 'limits' | 'isOperator'>) {
  return (
    <SettingsCard title={messages.limitsTitle} sub={isOperator ? messages.operator : messages.limitsSub}>
      <Lines>
        {limits.map(({ limit, used, max, level }) => (
          <li key={limit}>
            <Names>
              <small>{messages.limits[limit]}</small>
              <span>{max === null ? messages.noLimit(number(used)) : messages.used(number(used), number(max))}</span>
            </Names>
            {max === null ? null : <Meter aria-hidden="true" $level={level} $share={Math.min(1, used / max)} />}
            {level === 'ok' ? null : (
              <Word $level={level}>
                {level === 'near' ? messages.near : limit === 'records' ? messages.recordsFull : messages.full}
              </Word>
            )}
          </li>
        ))}
      </Lines>
    </SettingsCard>
  )
}

type Level = LimitUse['level']
const fill = { ok: color['brand.solid'], near: color['warning.icon'], full: color['danger.icon'] } as const
const text = { ok: color['text.muted'], near: color['warning.text'], full: color['danger.text'] } as const

const Lines = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr));
  gap: ${space[16]} ${space[24]};
  margin: 0;
  padding: 0;
  list-style: none;
`

const Names = styled.div`
  display: grid;
  font: ${font.strong};
  font-variant-numeric: tabular-nums;

  & > small {
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`

const Meter = styled.div<{ readonly $level: Level; readonly $share: number }>`
  height: 6px;
  margin-top: ${space[4]};
  border-radius: ${radius.pill};
  background: linear-gradient(${({ $level }) => `${fill[$level]}, ${fill[$level]}`}) left / ${({ $share }) => `${$share * 100}%`} no-repeat
    ${color['bg.sunken']};
`

const Word = styled.p<{ readonly $level: Level }>`
  color: ${({ $level }) => text[$level]};
  font: ${font.dense};
`
