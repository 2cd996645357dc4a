import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import type { User } from '#contract/auth/auth.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { HeaderPopover } from '../kit/feedback/HeaderPopover.tsx'
import { shellMessages as messages } from './shell.messages.ts'

type ProfileProps = {
  readonly user: User
  /** A data URL; null: the initials stand in its place. */
  readonly photo: string | null
  /** What stands in the popover. */
  readonly children: ReactNode
}

/** The button of the person, and what it opens. */
export function Profile({ user, photo, children }: ProfileProps) {
  const id = useId()
  const name = `${user.firstName} ${user.lastName}`
  const initials = `${initialOf(user.firstName)}${initialOf(user.lastName)}`
  return (
    <>
      <Face type="button" popoverTarget={id} aria-label={messages.profile(name, initials)} title={name}>
        {photo === null ? initials : <img src={photo} alt="" />}
      </Face>
      <HeaderPopover id={id} label={messages.profileCard} loading={messages.loading}>
        {children}
      </HeaderPopover>
    </>
  )
}

/** The first sign as a person counts them. */
const initialOf = (name: string) => Array.from(name.trim())[0]?.toUpperCase() ?? ''

const Face = styled.button`
  display: inline-grid;
  flex: none;
  order: 2;
  place-content: center;
  width: 1.75rem;
  height: 1.75rem;
  margin-left: ${space[4]};
  padding: 0;
  border: 0;
  border-radius: ${radius.pill};
  background: ${color['brand.subtle']};
  color: ${color['brand.onSubtle']};
  font: ${font.dense};
  font-weight: 600;
  overflow: hidden;
  cursor: pointer;
  ${focusRing}

  & > img {
    width: 100%;
    height: 100%;
  }
`
