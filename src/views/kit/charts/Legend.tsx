import styled from 'styled-components'

import type { Role } from '#src/theme/roles.ts'
import { color, font, space } from '#src/theme/theme.ts'

type LegendProps = { readonly of: readonly { readonly name: string; readonly role: Role }[] }

/** What each colour of a chart means. */
export function Legend({ of }: LegendProps) {
  return (
    <Frame>
      {of.map(({ name, role }) => (
        <li key={name}>
          <Swatch $role={role} />
          {name}
        </li>
      ))}
    </Frame>
  )
}

const Frame = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  margin: 0;
  padding: 0;
  color: ${color['text.muted']};
  font: ${font.dense};
  list-style: none;

  & > li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
`

export const Swatch = styled.i<{ readonly $role: Role }>`
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 2px;
  background: ${({ $role }) => color[$role]};
`
