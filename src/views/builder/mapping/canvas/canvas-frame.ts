import styled, { css } from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { column, rowHeight } from './geometry.ts'

export const Paper = styled.div`
  height: 640px;
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.card};
  background: ${color['bg.sunken']};
  overflow: hidden;
  touch-action: pan-y;

  & .react-flow__handle {
    visibility: hidden;
  }

  & .react-flow__controls-button {
    width: 1.75rem;
    height: 1.75rem;
    padding: ${space[4]};
    border: 1px solid ${color['border.control']};
    background: ${color['bg.surface']};
    fill: ${color['text.default']};
    cursor: pointer;
  }

  & .react-flow__attribution {
    background: transparent;
    font: ${font.dense};
  }

  & .react-flow__attribution a {
    color: ${color['text.muted']};
  }

  &[data-pulling] {
    cursor: crosshair;
    user-select: none;
  }
`

export const Card = styled.section`
  display: grid;
  grid-template-rows: ${column.head}px minmax(0, 1fr);
  width: ${column.width}px;
  height: 100%;
  border-radius: ${radius.card};
  outline: 1px solid ${color['border.default']};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  cursor: default;
  /* A node that can be neither moved nor chosen takes no mouse in React Flow; what is inside of ours does. */
  pointer-events: all;
`

export const CardHead = styled.div`
  display: grid;
  align-content: center;
  gap: ${space[4]};
  padding: ${space[8]} ${space[12]};
  border-bottom: 1px solid ${color['border.subtle']};
`

export const CardTitle = styled.h2`
  font: ${font.strong};
`

export const SearchBox = styled.input`
  width: 100%;
  height: 2rem;
  padding: 0 ${space[8]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: inherit;
  font: ${font.dense};
  ${focusRing}
`

export const List = styled.div`
  overflow: hidden auto;
  contain: strict;
  overscroll-behavior: contain;
`

export const Empty = styled.p`
  padding: ${space[16]} ${space[12]};
  color: ${color['text.muted']};
  font: ${font.dense};
`

export const Row = styled.div`
  position: absolute;
  inset: 0 0 auto;
  display: flex;
  align-items: center;
  gap: ${space[4]};
  height: ${rowHeight}px;
  padding-inline-end: ${space[16]};
  font: ${font.dense};
  white-space: nowrap;
  cursor: pointer;
  contain: layout paint style;

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-selected='true'] {
    background: ${color['brand.subtle']};
    color: ${color['brand.onSubtle']};
  }

  &[data-missing] {
    background: ${color['warning.subtle']};
    color: ${color['warning.text']};
  }

  &:focus-visible {
    outline: 2px solid ${color['border.focus']};
    outline-offset: -2px;
  }
`

export const Twisty = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  width: 1.5rem;
  height: 1.5rem;

  & > svg {
    width: 1rem;
    height: 1rem;
  }
`

export const Name = styled.span`
  flex: 1;
  overflow: hidden;
  text-overflow: ellipsis;
`

/** Marks are drawn and said in the name of the row: as text they would be said twice. */
const drawn = css`
  &::after {
    content: attr(data-word);
  }
`

export const Star = styled.span`
  ${drawn}
  flex: none;
  color: ${color['text.muted']};
  font: ${font.strong};

  [data-missing] > & {
    color: ${color['warning.text']};
  }
`

export const Badge = styled.span`
  ${drawn}
  flex: none;
  padding: 0 ${space[4]};
  border-radius: ${radius.control};
  background: ${color['info.subtle']};
  color: ${color['info.text']};
`

export const Type = styled.span`
  ${drawn}
  flex: none;
  color: ${color['text.subtle']};

  [data-missing] > &,
  [aria-selected='true'] > & {
    color: inherit;
  }
`

export const Dot = styled.span`
  position: absolute;
  top: 50%;
  width: 8px;
  height: 8px;
  margin-top: -4px;
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.pill};
  background: ${color['bg.surface']};
  inset-inline-end: 4px;

  &[data-at='target'] {
    inset-inline: 2px auto;
  }

  &[data-joined] {
    border-color: ${color['brand.solid']};
    background: ${color['brand.solid']};
  }
`

export const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;
`

export const TextWithTimestamps = styled.p`
  flex: 1 1 16rem;
  min-width: 0;
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;
`
