import { lazy, Suspense } from 'react'
import styled from 'styled-components'

import { color, font } from '#src/theme/theme.ts'
import { Monogram, type Size, sizes } from './Monogram.tsx'

/** The drawings are loaded by themselves: only pages of templates show them. */
const SystemMark = lazy(async () => ({ default: (await import('./SystemMark.tsx')).SystemMark }))

type SystemTileProps = {
  /** Null: a system of the person's own, still to be filled in. */
  readonly name: string | null
  readonly size?: Size
}

/** A system by its mark, or by its letters. */
export function SystemTile({ name, size = 'm' }: SystemTileProps) {
  if (name === null)
    return (
      <Own aria-hidden="true" $size={size}>
        {'{ }'}
      </Own>
    )
  return (
    <Suspense fallback={<Monogram name={name} size={size} />}>
      <SystemMark name={name} size={size} />
    </Suspense>
  )
}

const Own = styled.span<{ readonly $size: Size }>`
  flex: none;
  width: ${({ $size }) => sizes[$size]};
  height: ${({ $size }) => sizes[$size]};
  border-radius: 5px;
  background: ${color['neutral.subtle']};
  color: ${color['text.muted']};
  font: ${font.code};
  font-size: 10px;
  font-weight: 600;
  line-height: ${({ $size }) => sizes[$size]};
  text-align: center;
`
