import { ArrowRight } from 'lucide-react'
import styled from 'styled-components'

import { color, font, space, unseen } from '#src/theme/theme.ts'
import { partMessages as messages } from '../parts.messages.ts'

/** Colours that white letters reach 4.5:1 on; which one a system has follows from its name, so that it keeps it. */
const colours = ['#5b4bd5', '#c4400e', '#3f7d1e', '#1f4e79', '#0a7273', '#9a1750', '#1652c9', '#7a5c00', '#7d3c98', '#00563f']

export type Size = 's' | 'm' | 'l'
type MonogramProps = { readonly name: string; readonly size?: Size }

/** Two letters on the colour of a system: who it is, never how it is. */
export function Monogram({ name, size = 's' }: MonogramProps) {
  return (
    <Tile aria-hidden="true" $size={size} style={{ background: markColour(name) }}>
      {lettersOf(ownPart(name))}
    </Tile>
  )
}

type SystemProps = {
  readonly name: string
  /** The whole address, on hover. */
  readonly address?: string
  /** Systems besides this one. */
  readonly more?: number | undefined
}

/** A system: its tile and its name. */
export function System({ name, address, more }: SystemProps) {
  return (
    <Named title={address}>
      <Monogram name={name} />
      <span>{name}</span>
      {more ? `+${more}` : null}
    </Named>
  )
}

type SystemsProps = { readonly source: SystemProps; readonly destination: SystemProps }

/** From where to where. */
export function Systems({ source, destination }: SystemsProps) {
  return (
    <Pair>
      <System {...source} />
      <ArrowRight aria-hidden="true" />
      <Unseen>{messages.to}</Unseen>
      <System {...destination} />
    </Pair>
  )
}

/** "Demo shop" is told from "Demo invoices" by what comes after the word that all of them share. */
const ownPart = (name: string) => name.replace(/^Demo /, '')

function lettersOf(name: string): string {
  const letters = Array.from(name.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return `${letters[0]?.toUpperCase() ?? '?'}${letters[1]?.toLowerCase() ?? ''}`
}

/** The colour of the tile of a system. */
export function markColour(name: string): string {
  let sum = 0
  for (const sign of ownPart(name).toLowerCase()) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9_973
  return colours[sum % colours.length] ?? ''
}

export const sizes = { s: '20px', m: '24px', l: '32px' } as const satisfies Record<Size, string>

const Tile = styled.span<{ readonly $size: Size }>`
  flex: none;
  width: ${({ $size }) => sizes[$size]};
  height: ${({ $size }) => sizes[$size]};
  border-radius: 5px;
  color: ${color['text.onBrand']};
  font: ${font.dense};
  font-size: ${({ $size }) => ($size === 'l' ? '13px' : '10px')};
  font-weight: 600;
  line-height: ${({ $size }) => sizes[$size]};
  text-align: center;
  box-shadow: inset 0 0 0 1px rgb(255 255 255 / 14%);
`

const Named = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  white-space: nowrap;

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`

const Pair = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  min-width: 0;

  & > svg {
    flex: none;
    width: ${space[12]};
    height: ${space[12]};
    color: ${color['text.subtle']};
  }
`

const Unseen = styled.span`
  ${unseen}
`
