// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'

import { placeFor } from '#src/app/place-for.ts'

describe('the place of a person', () => {
  it.each(['/details/7?tab=transactions', '/dashboard?q=a%5Cb%09c#here', '/'])(
    'is %j after a sign-in that it was wanted by',
    (to) => expect(placeFor(`/sign-in?${new URLSearchParams({ to })}`, 'signedIn', true)).toBe(to),
  )

  it.each([
    '//evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example/x',
    '/\n/evil.example/x',
    '/\r/evil.example/x',
    '/\t\\evil.example/x',
    '\t//evil.example/x',
    'https://evil.example/x',
    'javascript:alert(1)',
    'evil.example',
    '',
  ])('is the dashboard where %j was wanted', (to) =>
    expect(placeFor(`/sign-in?${new URLSearchParams({ to })}`, 'signedIn', true)).toBe('/dashboard'),
  )

  it('is kept for whoever has to sign in', () => {
    expect(placeFor('/details/7?tab=logs', 'signedOut', false)).toBe('/sign-in?to=%2Fdetails%2F7%3Ftab%3Dlogs')
    expect(placeFor('/details/7?tab=logs', 'expired', true)).toBeNull()
  })

  it.each(['/sign-in/', '/SIGN-IN', '/Sign-In//?to=%2Fdetails%2F7'])(
    'is behind the sign-in page also when it is written as %s',
    (place) => {
      const wanted = place.includes('to=') ? '/details/7' : '/dashboard'
      expect(placeFor(place, 'signedIn', true)).toBe(wanted)
      expect(placeFor(place, 'signedOut', false)).toBeNull()
    },
  )

  it('is the plain sign-in page for whoever signs out, and stays it', () => {
    expect(placeFor('/dashboard?q=wages', 'signingOut', true)).toBe('/sign-in')
    expect(placeFor('/sign-in', 'signingOut', true)).toBeNull()
    expect(placeFor('/sign-in', 'signedOut', false)).toBeNull()
  })
})
