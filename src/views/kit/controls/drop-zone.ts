import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'

/** Around the label and the input of a file that may be dropped there. */
export const DropZone = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px dashed ${color['border.control']};
  border-radius: ${radius.card};

  & > label {
    font: ${font.strong};
  }

  & > input {
    width: 100%;
    min-width: 0;
    color: ${color['text.muted']};
    ${focusRing}
  }

  & > input::file-selector-button {
    height: 2rem;
    margin-right: ${space[12]};
    padding: 0 ${space[12]};
    border: 1px solid ${color['border.default']};
    border-radius: ${radius.control};
    background: ${color['bg.surface']};
    color: ${color['text.default']};
    font: ${font.strong};
    cursor: pointer;
  }
`
