import styled from 'styled-components'

import { Monogram, type Size, sizes } from './Monogram.tsx'
import { inkOn, pathOf, systemMarks } from './system-marks.ts'

/** The mark of a system on its colour; its letters where we have no mark. */
export function SystemMark({ name, size }: { readonly name: string; readonly size: Size }) {
  const mark = Object.hasOwn(systemMarks, name) ? systemMarks[name] : undefined
  if (mark === undefined) return <Monogram name={name} size={size} />
  const [svg, hex] = mark
  return (
    <Tile aria-hidden="true" data-mark={name} $size={size} style={{ background: `#${hex}` }}>
      <svg aria-hidden="true" viewBox="0 0 24 24" fill={inkOn(hex)}>
        <path d={pathOf(svg)} />
      </svg>
    </Tile>
  )
}

const Tile = styled.span<{ readonly $size: Size }>`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: ${({ $size }) => sizes[$size]};
  height: ${({ $size }) => sizes[$size]};
  border-radius: 5px;
  box-shadow: inset 0 0 0 1px rgb(255 255 255 / 14%);

  & > svg {
    width: 62%;
    height: 62%;
  }
`
