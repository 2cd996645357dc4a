import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'

import { color } from '#src/theme/theme.ts'

/** `steady` is a state that is neither good nor bad news. */
export type DotLook = 'ok' | 'warn' | 'bad' | 'run' | 'off' | 'steady'

/** A status in a row: a shape and a word, never colour alone. */
export function StatusDot({ look, children }: { readonly look: DotLook; readonly children: ReactNode }) {
  return <Dot $look={look}>{children}</Dot>
}

const shapes = {
  ok: css`
    &::before {
      background: ${color['success.icon']};
    }
  `,
  warn: css`
    color: ${color['warning.text']};
    font-weight: 500;

    &::before {
      border-radius: 0;
      background: ${color['warning.icon']};
      clip-path: polygon(50% 0, 100% 100%, 0 100%);
    }
  `,
  bad: css`
    color: ${color['danger.text']};
    font-weight: 500;

    &::before {
      border-radius: 2px;
      background: ${color['danger.icon']};
    }
  `,
  run: css`
    &::before {
      background: ${color['pending.icon']};
    }
  `,
  off: css`
    &::before {
      background: none;
      box-shadow: inset 0 0 0 1.5px ${color['text.subtle']};
    }
  `,
  steady: css`
    &::before {
      background: ${color['text.subtle']};
    }
  `,
} as const satisfies Record<DotLook, ReturnType<typeof css>>

const Dot = styled.span<{ readonly $look: DotLook }>`
  display: inline-flex;
  align-items: center;
  gap: 7px;
  max-width: 100%;
  white-space: nowrap;

  &::before {
    content: '';
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 50%;
  }

  ${({ $look }) => shapes[$look]}
`
