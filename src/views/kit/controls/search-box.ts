/** The box of a list that is searched while one types (combobox pattern of WAI-ARIA). */
import styled from 'styled-components'

import { color, focusRing, radius, space } from '#src/theme/theme.ts'

export const SearchBox = styled.input`
  flex: 1;
  min-width: 0;
  min-height: 2rem;
  padding: 0 ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background-color: ${color['bg.surface']};
  ${focusRing}

  &:focus-visible {
    outline-offset: -1px;
  }
`

/** For the option that is marked: the list shows it. */
export const intoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
