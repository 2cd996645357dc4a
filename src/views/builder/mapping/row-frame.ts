/** What stands in a row of the mapping: one line of 40 px as long as nothing is wrong. */
import styled from 'styled-components'

import { color, font, narrow, radius, space, unseen } from '#src/theme/theme.ts'
import { Line } from '../../kit/layout/table-frame.ts'

/** Beside each other and cut; what is wrong is never cut, and takes a line of its own. */
export const InLine = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 6px;
  min-width: 0;
  min-height: 1.75rem;

  & > p {
    flex: 1 0 100%;
  }

  & > span,
  & button > span {
    min-width: 0;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  & > button {
    justify-content: flex-start;
    min-width: 0;
    max-width: 100%;
    min-height: 1.75rem;
    padding: 0 ${space[4]};
  }

  /* One line of each kind, so that rows are of one height; the whole value stands in the details. */
  ${narrow} {
    &:not(:has(> p), [data-is-offer]) {
      flex-wrap: nowrap;
    }
  }
`

/** On a narrow screen two lines without titles: the field, where it comes from and the tools; an example with its transform and its share. */
export const MappingLine = styled(Line)`
  ${narrow} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto auto;
    grid-template-areas: 'target source more more' 'sample sample rule share';
    gap: 0 ${space[8]};
    padding: ${space[8]} 0;

    & > [role='cell'] {
      display: block;
    }

    & > [role='cell'] > [aria-hidden='true'] {
      display: none;
    }

    & > :nth-child(1) {
      grid-area: target;
    }

    & > :nth-child(2) {
      grid-area: source;
    }

    & > :nth-child(3) {
      grid-area: rule;
    }

    & > :nth-child(4) {
      grid-area: sample;
    }

    & > :nth-child(5) {
      grid-area: share;
      align-self: center;
      text-align: right;
    }

    & > :nth-child(6) {
      grid-area: more;
    }

    /* The list of fields to choose from takes the whole width. */
    & > :nth-child(2):has(input) {
      grid-area: 3 / 1 / auto / -1;
    }
  }
`

/** Stands before a formula. */
export const Fx = styled.span`
  flex: none;
  color: ${color['text.muted']};
  font: ${font.code};
  font-style: italic;
`

export const Muted = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
`

export const Example = styled.span`
  font: ${font.code};
`

export const Star = styled.span`
  color: ${color['text.muted']};
  font: ${font.strong};

  &[data-missing='true'] {
    color: ${color['warning.text']};
  }
`

export const Unseen = styled.span`
  ${unseen}
`

/** Violet: suggested. */
export const Mark = styled.span`
  flex: none;
  display: inline-block;
  width: 8px;
  height: 8px;
  border-radius: ${radius.pill};
  background: ${color['pending.icon']};
`

export const Suggested = styled.span`
  color: ${color['pending.text']};
`

export const Share = styled.span`
  font-variant-numeric: tabular-nums;

  &[data-whole='true'] {
    color: ${color['text.muted']};
  }
`

export const Tools = styled.div`
  display: flex;
  justify-content: flex-end;

  & > button {
    min-height: 1.75rem;
    min-width: 1.75rem;
    padding: 0 ${space[4]};
  }
`
