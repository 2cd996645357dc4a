import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'

import { color, focusRing, font, motion, radius, space } from '#src/theme/theme.ts'

/** `link`: an action within a text or a cell. */
type Kind = 'primary' | 'secondary' | 'danger' | 'quiet' | 'link'

type ButtonProps = {
  readonly children: ReactNode
  readonly kind?: Kind
  /** A blocked button can be asked why: `why` is the id of the text that says it. One that submits leads to what is missing. */
  readonly isBlocked?: boolean
  /** Drawn as if it were not blocked: a press says what is missing. */
  readonly isReady?: boolean
  /** Pressed while it is blocked. */
  readonly onBlocked?: () => void
  readonly why?: string | undefined
  /** Why it is blocked, on hover. */
  readonly note?: string | null
  /** The name for assistive technology where the children are an icon. */
  readonly label?: string
  readonly isPressed?: boolean
} & ({ readonly onPress: () => void; readonly submits?: false } | { readonly submits: true; readonly onPress?: undefined })

/** The platform's own button. */
export function Button({
  children,
  kind = 'secondary',
  isBlocked = false,
  isReady,
  onBlocked,
  why,
  note,
  label,
  isPressed,
  onPress,
  submits,
}: ButtonProps) {
  return (
    <Face
      type={submits ? 'submit' : 'button'}
      $kind={kind}
      data-ready={isReady}
      aria-disabled={isBlocked}
      aria-describedby={isBlocked ? why : undefined}
      aria-label={label}
      aria-pressed={isPressed}
      title={isBlocked && note ? note : label}
      onClick={(event) => {
        if (!isBlocked) return onPress?.()
        event.preventDefault()
        onBlocked?.()
        // The browser's own bubble would cover the hint.
        const inputs = submits ? [...(event.currentTarget.form?.querySelectorAll('input') ?? [])] : []
        inputs.find(({ validity }) => !validity.valid)?.focus()
      }}
    >
      {children}
    </Face>
  )
}

const kinds = {
  primary: css`
    background: ${color['brand.solid']};
    color: ${color['text.onBrand']};
    &:hover:not([aria-disabled='true']) {
      background: ${color['brand.solidHover']};
    }
    &:active:not([aria-disabled='true']) {
      background: ${color['brand.solidActive']};
    }
  `,
  secondary: css`
    background: ${color['bg.surface']};
    border-color: ${color['border.default']};
    &:hover:not([aria-disabled='true']) {
      background: ${color['bg.hover']};
    }
  `,
  danger: css`
    background: ${color['danger.solid']};
    color: ${color['text.onBrand']};
    &:hover:not([aria-disabled='true']) {
      filter: brightness(0.92);
    }
  `,
  quiet: css`
    background: transparent;
    color: ${color['text.muted']};
    &:hover:not([aria-disabled='true']) {
      background: ${color['bg.hover']};
      color: ${color['text.default']};
    }
  `,
  link: css`
    min-width: 0;
    min-height: 1.5rem;
    padding: 0;
    background: none;
    color: ${color['text.link']};
    font: ${font.body};
    text-align: left;
    &:hover:not([aria-disabled='true']) {
      text-decoration: underline;
    }
  `,
} as const satisfies Record<Kind, ReturnType<typeof css>>

const Face = styled.button<{ readonly $kind: Kind }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-width: 2rem;
  min-height: 2rem;
  padding: 0 ${space[12]};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  font: ${font.strong};
  cursor: pointer;
  transition: background-color ${motion.hand};
  ${({ $kind }) => kinds[$kind]}
  ${focusRing}

  &[aria-label] {
    padding: 0 7px;
  }

  &[aria-pressed='true'] {
    background: ${color['brand.subtle']};
    border-color: ${color['border.focus']};
    color: ${color['brand.onSubtle']};
  }

  &[aria-disabled='true']:not([data-ready]) {
    background: ${color['neutral.subtle']};
    border-color: transparent;
    color: ${color['text.subtle']};
    cursor: default;
  }

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }
`
