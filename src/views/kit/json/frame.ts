import styled from 'styled-components'

import { color, radius, space } from '#src/theme/theme.ts'

/** `$height` in CSS pixels; without it as high as its text is, up to most of the page. */
export const Frame = styled.div<{ readonly $height: number | undefined }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  min-width: 0;
  overflow-wrap: normal;

  & > [data-pane] {
    min-width: 0;
    border: 1px solid ${color['border.control']};
    border-radius: ${radius.control};
    background: ${color['bg.surface']};
    overflow: hidden;
  }

  & > [data-pane]:focus-within {
    outline: 2px solid ${color['border.focus']};
    outline-offset: 2px;
  }

  & > [data-pane] > .cm-editor {
    ${({ $height }) => ($height === undefined ? 'max-height: min(70dvh, 48rem);' : `height: ${$height}px;`)}
  }
`

/** The buttons above a text. */
export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`
