import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'
import { number } from '../format/numbers.ts'
import { partMessages as messages } from '../parts.messages.ts'

/** `charged`: more than is included, which costs but stops nothing. */
export type LimitLevel = 'ok' | 'near' | 'charged' | 'full'

type LimitProps = {
  readonly label: string
  readonly used: number
  /** Null: none. */
  readonly max: number | null
  readonly level: LimitLevel
  /** What happens at the limit. */
  readonly note?: ReactNode
}

/** How much of a limit is used: name, figures, and a meter where there is a limit. */
export function Limit({ label, used, max, level, note }: LimitProps) {
  return (
    <Box>
      <Names>
        <span>{label}</span>
        <span>
          <b>{number(used)}</b> <small>{max === null ? messages.noLimit : messages.ofLimit(number(max))}</small>
        </span>
      </Names>
      {max === null ? null : <Meter aria-hidden="true" $level={level} $share={max === 0 ? 1 : Math.min(1, used / max)} />}
      {note === undefined ? null : <Note $level={level}>{note}</Note>}
    </Box>
  )
}

const fill = {
  ok: color['chart.6'],
  near: color['warning.icon'],
  charged: color['chart.3'],
  full: color['chart.4'],
} as const satisfies Record<LimitLevel, string>

const Box = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
`

const Names = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space[12]};
  font-variant-numeric: tabular-nums;

  & b {
    font: ${font.strong};
  }

  & > :last-child {
    white-space: nowrap;
  }

  & small {
    color: ${color['text.muted']};
    font: ${font.body};
  }
`

const Meter = styled.div<{ readonly $level: LimitLevel; readonly $share: number }>`
  height: 6px;
  border-radius: ${radius.pill};
  background: linear-gradient(${({ $level }) => `${fill[$level]}, ${fill[$level]}`}) left / ${({ $share }) => `${$share * 100}%`} no-repeat
    ${color['neutral.subtle']};
`

const Note = styled.p<{ readonly $level: LimitLevel }>`
  color: ${({ $level }) => ($level === 'full' ? color['danger.text'] : color['text.muted'])};
  font: ${font.dense};

  & a:not(:hover) {
    text-decoration: none;
  }
`
