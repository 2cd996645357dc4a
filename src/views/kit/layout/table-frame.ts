import styled, { css } from 'styled-components'

import { color, focusRing, font, narrow, radius, shadow, space, unseen } from '#src/theme/theme.ts'

/** Of so many rows the cards of a narrow screen stand in the page; more scroll in a box of their own, of which only those in sight are drawn. */
const wholeMax = 30

export const Frame = styled.div<{ readonly $rows?: number }>`
  max-height: min(70dvh, 48rem);
  overflow: auto;
  overflow-anchor: none;

  ${({ $rows = Number.POSITIVE_INFINITY }) =>
    $rows > wholeMax
      ? undefined
      : css`
          ${narrow} {
            max-height: none;
          }
        `}
`

export const Header = styled.div`
  position: sticky;
  top: 0;
  z-index: 1;
  background: ${color['bg.surface']};

  ${narrow} {
    ${unseen}
  }
`

/** One row and what is open under it; its height is measured. */
export const Group = styled.div``

export const Wide = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

export const Rows = styled.div`
  min-width: 0;
`

/** Beside the row that the keyboard has reached; over its neighbour, so that nothing moves under the hand when the focus goes elsewhere. */
export const Note = styled.div`
  display: none;
  position: fixed;
  z-index: 2;
  align-self: start;
  max-width: min(48rem, 90vw);
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  box-shadow: ${shadow.popover};
  overflow-wrap: anywhere;
  transform: translateY(-100%);
  pointer-events: none;

  [role='row']:focus-visible > & {
    display: block;
  }
`

/** One line a row: what does not fit is cut. Cards of a narrow screen cut the same. */
const oneLine = css`
  align-items: center;
  padding-block: 0;

  & button {
    min-height: 1.75rem;
    font: inherit;
    font-weight: 500;
    white-space: nowrap;
  }

  & > [role='gridcell'] > span:last-child:not(:has(button, input)) {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`

/** The text of a button is level with the first line of the other cells. */
const besideButtons = css`
  & > [role='gridcell']:has(button) {
    margin-block: -0.375rem;
  }

  ${narrow} {
    & > [role='gridcell']:has(button) {
      margin-block: 0;
    }
  }
`

type LineProps = {
  readonly $tracks: string
  readonly $isHead?: boolean
  readonly $canOpen?: boolean
  readonly $isOneLine?: boolean
}

export const Line = styled.div<LineProps>`
  display: grid;
  grid-template-columns: ${({ $tracks }) => $tracks};
  align-items: start;
  gap: ${space[12]};
  min-height: 2.5rem;
  padding: 0.5625rem ${space[8]};
  border-bottom: 1px solid ${color['border.subtle']};
  ${focusRing}
  outline-offset: -2px;
  ${({ $isHead }) =>
    $isHead
      ? 'align-items: center; min-height: 2rem; padding-block: 0.25rem;'
      : css`
          &:hover {
            background: ${color['bg.hover']};
          }

          &[aria-expanded='true'] {
            background: ${color['bg.selected']};
          }
        `}
  ${({ $canOpen }) => ($canOpen ? 'cursor: pointer;' : undefined)}
  ${({ $isOneLine }) => ($isOneLine ? oneLine : besideButtons)}

  &:focus-visible {
    outline-offset: -2px;
  }

  ${narrow} {
    grid-template-columns: 1fr;
    gap: ${space[4]};
    padding: ${space[12]} ${space[16]};
  }
`

/** Beside the gap of the grid: 32 px from a number to the text after it. */
const numberGap = '20px'

type Track = { readonly width: string; readonly isNumeric?: boolean }

/** Whether a column of numbers is followed by one of text. */
export const isApart = (columns: readonly Track[], at: number): boolean =>
  columns[at]?.isNumeric === true && columns[at + 1] !== undefined && columns[at + 1]?.isNumeric !== true

/** The grid tracks of columns; those of numbers are wider by their distance to the text after them. */
export function tracksOf(columns: readonly Track[]): string {
  const wider = (length: string) => `calc(${length} + ${numberGap})`
  const widened = (width: string) => {
    const comma = width.indexOf(',')
    return width.startsWith('minmax(') && comma > 0
      ? `minmax(${wider(width.slice('minmax('.length, comma))}${width.slice(comma)}`
      : width.endsWith('fr')
        ? width
        : wider(width)
  }
  return columns.map(({ width }, at) => (isApart(columns, at) ? widened(width) : width)).join(' ')
}

/** Keeps a number away from the text after it. */
export const apart = css`
  padding-right: ${numberGap};

  ${narrow} {
    padding-right: 0;
  }
`

const numeric = css`
  text-align: right;

  ${narrow} {
    text-align: left;
  }
`

type PlaceProps = { readonly $isNumeric: boolean; readonly $isApart?: boolean }

export const Head = styled.div<PlaceProps>`
  color: ${color['text.muted']};
  font: ${font.dense};
  font-weight: 500;
  ${({ $isNumeric }) => ($isNumeric ? numeric : undefined)}
  ${({ $isApart = false }) => ($isApart ? apart : undefined)}
`

export const Cell = styled.div<PlaceProps>`
  min-width: 0;
  overflow-wrap: anywhere;
  ${({ $isNumeric }) => ($isNumeric ? numeric : undefined)}
  ${({ $isApart = false }) => ($isApart ? apart : undefined)}

  ${narrow} {
    display: grid;
    grid-template-columns: 6rem minmax(0, 1fr);
    gap: ${space[8]};
  }
`

/** The column's title, where there is no head to read it from. */
export const Label = styled.span`
  display: none;

  ${narrow} {
    display: block;
    color: ${color['text.muted']};
  }
`

export const Value = styled.span`
  display: block;
  min-width: 0;
`

/** A second line of a value. */
export const Below = styled.span`
  display: block;
  color: ${color['text.muted']};
`

export const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
  ${focusRing}

  & > svg {
    width: 12px;
    height: 12px;
  }
`

export const Opened = styled.div`
  padding: ${space[16]};
  border-bottom: 1px solid ${color['border.subtle']};
  background: ${color['bg.sunken']};
`
