import { lazy, Suspense, useEffect, useState } from 'react'

import { type Call, watchCalls } from '../services/palette.service.ts'
import type { PaletteRouteProps } from './PaletteRoute.tsx'

const PaletteRoute = lazy(async () => ({ default: (await import('./PaletteRoute.tsx')).PaletteRoute }))

/** Loads the palette when it is first called for; from then on its own chart hears the keys. */
export function PaletteDoor(props: Omit<PaletteRouteProps, 'calledFor'>) {
  const [first, setFirst] = useState<Call | null>(null)
  useEffect(() => {
    if (first === null) return watchCalls(setFirst)
  }, [first])
  return first === null ? null : (
    <Suspense fallback={null}>
      <PaletteRoute {...props} calledFor={first} />
    </Suspense>
  )
}
