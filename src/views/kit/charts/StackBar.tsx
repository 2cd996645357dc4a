import styled from 'styled-components'

import type { Role } from '#src/theme/roles.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { number } from '../format/numbers.ts'

export type StackPart = {
  readonly id: string
  readonly count: number
  /** What it is, after its number. */
  readonly word: string
  readonly color: Role
  /** Hatched: it is still to come. */
  readonly waits?: boolean
}

type StackBarProps = {
  readonly parts: readonly StackPart[]
  /** The part of the bar that the counts fill; the rest is not known yet. From 0 to 1. */
  readonly filled?: number
  /** The bar in words. */
  readonly label: string
}

/** Parts of a whole, as wide as their counts. Say the counts beside it with `StackLegend`. */
export function StackBar({ parts, filled = 1, label }: StackBarProps) {
  const all = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  )
  return (
    <Track role="img" aria-label={label}>
      {parts
        .filter(({ count }) => count > 0)
        .map((part) => (
          <Part
            key={part.id}
            data-waits={part.waits === true}
            style={{ width: `${(100 * filled * part.count) / all}%`, ['--part' as never]: color[part.color] }}
          />
        ))}
    </Track>
  )
}

/** The counts of a `StackBar`. */
export function StackLegend({ parts }: Pick<StackBarProps, 'parts'>) {
  return (
    <Legend>
      {parts.map((part) => (
        <Key key={part.id} data-waits={part.waits === true} style={{ ['--part' as never]: color[part.color] }}>
          <b>{number(part.count)}</b> {part.word}
        </Key>
      ))}
    </Legend>
  )
}

const hatch = 'repeating-linear-gradient(135deg, var(--part) 0 3px, color-mix(in srgb, var(--part) 20%, transparent) 3px 6px)'

const Track = styled.div`
  display: flex;
  gap: 1px;
  height: 8px;
  overflow: hidden;
  border-radius: ${radius.pill};
  background: ${color['bg.sunken']};
`

const Part = styled.span`
  min-width: 4px;
  background: var(--part);

  &[data-waits='true'] {
    background: ${hatch};
  }
`

const Legend = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  color: ${color['text.muted']};
  font: ${font.dense};
  font-variant-numeric: tabular-nums;
`

const Key = styled.span`
  white-space: nowrap;

  & > b {
    margin-left: 2px;
    color: ${color['text.default']};
    font-weight: 600;
  }

  &::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-right: 4px;
    border-radius: 2px;
    background: var(--part);
  }

  &[data-waits='true']::before {
    background: ${hatch};
  }
`
