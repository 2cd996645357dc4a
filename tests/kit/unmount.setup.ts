/**
 * Files share a process, and testing-library would unmount by itself once a process only: each file asks for it here. What a test waits for may take longer
 * than the usual second where other processes have the machine.
 */
import { afterAll, afterEach, vi } from 'vitest'

// What a file put in place of a global or of the clock would be there for the next file of its process, whichever that is.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 5_000 })
  afterEach(cleanup)
}

// The page of these tests has no popovers: their entries are always there, and hiding one is no change.
if (typeof HTMLElement !== 'undefined') HTMLElement.prototype.hidePopover ??= () => {}
