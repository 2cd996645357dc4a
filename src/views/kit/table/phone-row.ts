import styled, { css } from 'styled-components'

import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { Cell, Label, Line } from '../layout/table-frame.ts'
import type { PhonePlace } from './phone-places.ts'

/** A row of which a narrow screen shows two or three lines. */
export const PhoneLine = styled(Line)`
  ${narrow} {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 1px ${space[12]};
    padding: ${space[8]} ${space[4]};

    /* Ends the first line, and the second one. */
    &::before,
    &::after {
      content: '';
      flex: 0 0 100%;
      order: 4;
    }

    &::after {
      order: 7;
    }
  }
`

const unlabelled = css`
  display: block;

  & > ${Label} {
    display: none;
  }
`

const fact = css`
  display: flex;
  gap: ${space[4]};
  order: 5;
  max-width: 100%;
  color: ${color['text.muted']};
  font: ${font.dense};

  /* Large enough for a finger. */
  & a {
    display: inline-block;
    min-width: 1.5rem;
    padding-block: 0.25rem;
    margin-block: -0.25rem;
  }
`

const ofPlace: Readonly<Record<PhonePlace, ReturnType<typeof css>>> = {
  choice: css`
    ${unlabelled}
    order: 0;
  `,
  name: css`
    ${unlabelled}
    order: 1;
    flex: 1 1 0;
    min-width: 45%;
    font-weight: 500;
  `,
  state: css`
    ${unlabelled}
    order: 2;
    max-width: 50%;
    margin-left: auto;
    text-align: right;
  `,
  menu: css`
    ${unlabelled}
    order: 3;
  `,
  fact,
  plain: css`
    ${fact}

    & > ${Label} {
      display: none;
    }
  `,
  actions: css`
    ${unlabelled}
    order: 8;
    flex: 0 0 100%;
  `,
  rest: css`
    order: 9;
    flex: 0 0 100%;
    font: ${font.dense};
  `,
}

type PhoneCellProps = {
  readonly $place: PhonePlace
  /** The row is expanded. */
  readonly $isWhole: boolean
}

export const PhoneCell = styled(Cell)<PhoneCellProps>`
  ${narrow} {
    ${({ $place }) => ofPlace[$place]}
    ${({ $place, $isWhole }) => ($place === 'rest' && !$isWhole ? 'display: none;' : undefined)}

    /* A name without a value says nothing. */
    &:has(> :last-child:empty) {
      display: none;
    }
  }
`

/** Shows what is left of a row; a wide screen shows it anyway. */
export const WholeCell = styled.div`
  display: none;

  ${narrow} {
    display: block;
    order: 6;
    margin: -0.25rem 0 -0.25rem auto;

    & > button {
      display: grid;
      place-items: center;
      width: 1.75rem;
      height: 1.75rem;
      min-height: 0;
      padding: 0;
      border: 0;
      border-radius: ${radius.control};
      background: none;
      color: ${color['text.muted']};
      cursor: pointer;
      ${focusRing}
    }

    & svg {
      width: 16px;
      height: 16px;
      transition: transform 100ms;
    }

    & > [aria-expanded='true'] > svg {
      transform: rotate(180deg);
    }
  }
`
