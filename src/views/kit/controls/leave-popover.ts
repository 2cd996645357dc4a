import type { MouseEvent } from 'react'

/** The browser closes a popover on a press beside it, not on one in it. */
export function leavePopover({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}
