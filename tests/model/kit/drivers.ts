/** What people do to a page, found the way they find it: by role and name. */
import { act, screen } from '@testing-library/react'

import { isFullForm } from '../../kit/form.ts'
import type { Gesture } from './fixture.ts'

export function press(name: string | RegExp): Gesture {
  return {
    says: `press ${name}`,
    find: () => only(screen.queryAllByRole('button', { name })),
    use: (control, user) => user.click(control),
  }
}

/** Replaces what is written, as a paste does: one change, one event. What is typed into a password field is not told. */
export function write(text: string, label: string): Gesture {
  const isSecret = /password/i.test(label)
  return {
    says: text === '' ? `empty "${label}"` : `write ${isSecret ? 'it' : `"${text}"`} under "${label}"`,
    find: () => only(isSecret ? queryPasswords(label) : screen.queryAllByRole('textbox', { name: label })),
    use: async (control, user) => {
      if (isFullForm) await user.tripleClick(control)
      else selectAll(control)
      await (text === '' ? user.keyboard('{Delete}') : user.paste(text))
    },
  }
}

/** What three clicks do, with a third of their events left. */
function selectAll(control: HTMLElement): void {
  act(() => {
    control.focus()
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select()
  })
}

/** Leaves the dialog of a field by Escape. */
export function pressEscape(label: string): Gesture {
  return {
    says: `press Escape under "${label}"`,
    find: () => only(screen.queryAllByRole('textbox', { name: label })),
    use: async (control, user) => {
      control.focus()
      await user.keyboard('{Escape}')
    },
  }
}

/** Picks one option of a select that the browser draws. */
export function choose(option: string, label: string): Gesture {
  return {
    says: `choose "${option}" under "${label}"`,
    find: () => only(screen.queryAllByRole('combobox', { name: label })),
    use: (control, user) => user.selectOptions(control, option),
  }
}

/** Picks one of a group of radio buttons. */
export function pick(option: string): Gesture {
  return {
    says: `pick "${option}"`,
    find: () => only(screen.queryAllByRole('radio', { name: option })),
    use: (control, user) => user.click(control),
  }
}

/** Turns a box that is ticked, or is not. */
export function tick(name: string, isTicked: boolean): Gesture {
  return {
    says: `${isTicked ? 'untick' : 'tick'} "${name}"`,
    find: () => {
      const box = screen.queryByRole<HTMLInputElement>('checkbox', { name })
      return box?.checked === isTicked ? box : null
    },
    use: (control, user) => user.click(control),
  }
}

/** Nobody reaches what is inert, nor what lies behind a modal dialog; the roles of a test know neither. */
export function isReachable(control: HTMLElement): boolean {
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1)
  return control.closest('[inert]') === null && (modal === undefined || modal.contains(control))
}

function only(controls: readonly HTMLElement[]): HTMLElement | null {
  const [first, second] = controls.filter(isReachable)
  if (second) throw new Error(`two controls have one name: ${second.outerHTML}`)
  return first ?? null
}

/** A password field has no role that tests could ask for, and may be shown. */
function queryPasswords(label: string): HTMLElement[] {
  return screen.queryAllByLabelText(label, { selector: 'input' })
}
