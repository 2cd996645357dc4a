/** Files share a process, and testing-library would unmount by itself once a process only: each file asks for it here. */
import { afterEach } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  afterEach(cleanup)
}

// The page of these tests has no popovers: their entries are always there, and hiding one is no change.
if (typeof HTMLElement !== 'undefined') HTMLElement.prototype.hidePopover ??= () => {}
