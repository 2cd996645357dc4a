/** Where the token of a link stays, and where it does not. */
import { afterEach, beforeEach, expect, it } from 'vitest'

import { forgetLinkToken, hideLinkToken, readLinkToken } from '#src/services/kit/link-token.ts'

beforeEach(() => history.pushState(null, '', '/reset-password?token=abc-_9'))
afterEach(() => history.pushState(null, '', '/'))

it('leaves the address and stays with the page, through a reload', () => {
  expect(readLinkToken()).toBe('abc-_9')
  hideLinkToken()
  expect(location.pathname + location.search).toBe('/reset-password')
  expect(readLinkToken(), 'after a reload').toBe('abc-_9')
  hideLinkToken()
  expect(readLinkToken(), 'a second look takes nothing away').toBe('abc-_9')
})

it('is gone once it was used', () => {
  hideLinkToken()
  forgetLinkToken()
  expect(readLinkToken()).toBeNull()
})

it.each([['/confirm-account'], ['/confirm-account?token='], ['/confirm-account?other=1']])('is none at %s', (path) => {
  history.pushState({ linkToken: 7 }, '', path)
  expect(readLinkToken()).toBeNull()
  hideLinkToken()
  expect(location.search).toBe('')
  expect(readLinkToken()).toBeNull()
})
