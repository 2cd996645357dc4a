import styled, { css } from 'styled-components'

import type { Condition } from '#contract/connectors/list/connector-condition.ts'
import { color, narrow, space, unseen } from '#src/theme/theme.ts'
import { apart, Line } from '../../kit/layout/table-frame.ts'

/** The head of the table; where rows have two lines it is for assistive technology only. */
export const Top = styled.div`
  position: sticky;
  top: 0;
  z-index: 1;
  background: ${color['bg.surface']};

  ${narrow} {
    ${unseen}
  }
`

const bars: Readonly<Partial<Record<Condition, ReturnType<typeof css>>>> = {
  failing: css`
    box-shadow: inset 2px 0 ${color['danger.icon']};
  `,
  degraded: css`
    box-shadow: inset 2px 0 ${color['warning.icon']};
  `,
}

/** One value of a row, named by its column. */
export const Slot = styled.div<{ readonly $isApart?: boolean }>`
  ${({ $isApart = false }) => ($isApart ? apart : undefined)}
`

/** One line; on a narrow screen two: name and health, systems and result. */
export const OverviewLine = styled(Line)<{ readonly $condition: Condition | undefined }>`
  align-items: center;
  min-height: 40px;
  padding-block: 0;
  white-space: nowrap;
  ${({ $condition }) => ($condition === undefined ? undefined : bars[$condition])}

  & > [data-column] {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  & > [data-column='more'] {
    overflow: visible;
  }

  & > [data-column='more'] button {
    border-color: transparent;
    background: none;
  }

  & > [data-numeric='true'] {
    text-align: right;
  }

  ${narrow} {
    position: relative;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 ${space[12]};
    min-height: 60px;
    padding: ${space[8]} 0 ${space[8]} 2.5rem;

    /* The box to tick, as high as the row. */
    & > :not([data-column]) {
      position: absolute;
      inset: 0 auto 0 0;

      & > label {
        margin: 0;
        padding: ${space[12]};
      }
    }

    & > [data-column]:not([data-column='name'], [data-column='condition'], [data-column='route'], [data-column='lastRun']) {
      display: none;
    }

    & > [data-column='condition'],
    & > [data-column='lastRun'] {
      justify-self: end;
    }
  }
`
