import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'

type Size = 's' | 'm' | 'l'
type AvatarProps = {
  readonly name: string
  /** A data URL; null: the initials. */
  readonly photo?: string | null
  readonly size?: Size
  /** The person who is signed in. */
  readonly isOwn?: boolean
  /** Of a company. */
  readonly isSquare?: boolean
}

const sizes = { s: '24px', m: '28px', l: '64px' } as const satisfies Record<Size, string>

/** A person: the photo, or the initials. */
export function Avatar({ name, photo = null, size = 's', isOwn = false, isSquare = false }: AvatarProps) {
  return photo === null ? (
    <Initials aria-hidden="true" $size={size} $isOwn={isOwn} $isSquare={isSquare}>
      {initialsOf(name)}
    </Initials>
  ) : (
    <Photo src={photo} alt="" $size={size} />
  )
}

/** The first signs of the first and of the last word, as a person counts them. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${Array.from(first)[0] ?? ''}${Array.from(last)[0] ?? ''}`.toUpperCase()
}

type PersonProps = AvatarProps & { readonly note?: ReactNode }

/** A person in a row: avatar, name, and what is to be said beside it. */
export function Person({ note, ...avatar }: PersonProps) {
  return (
    <Row>
      <Avatar {...avatar} />
      <Name>{avatar.name}</Name>
      {note}
    </Row>
  )
}

const Photo = styled.img<{ readonly $size: Size }>`
  flex: none;
  width: ${({ $size }) => sizes[$size]};
  height: ${({ $size }) => sizes[$size]};
  border-radius: ${radius.pill};
  object-fit: cover;
`

const Initials = styled.span<{ readonly $size: Size; readonly $isOwn: boolean; readonly $isSquare: boolean }>`
  display: inline-grid;
  flex: none;
  place-content: center;
  width: ${({ $size }) => sizes[$size]};
  height: ${({ $size }) => sizes[$size]};
  border-radius: ${({ $isSquare }) => ($isSquare ? radius.control : radius.pill)};
  background: ${({ $isOwn }) => color[$isOwn ? 'brand.subtle' : 'neutral.subtle']};
  color: ${({ $isOwn }) => color[$isOwn ? 'brand.onSubtle' : 'neutral.text']};
  font: ${({ $size }) => ($size === 'l' ? font.title : font.dense)};
  font-weight: 600;
`

const Row = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;
  max-width: 100%;
`

const Name = styled.span`
  overflow: hidden;
  font: ${font.strong};
  text-overflow: ellipsis;
`
