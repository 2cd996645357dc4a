import { lazy, Suspense, useEffect, useState } from 'react'

import { type Call, hearTyping, type Typing, watchCalls } from '../services/shell/palette.service.ts'
import type { PaletteRouteProps } from './PaletteRoute.tsx'

const PaletteRoute = lazy(async () => ({ default: (await import('./PaletteRoute.tsx')).PaletteRoute }))

/** Loads the palette when it is first called for, and hears what is typed until it is there; from then on its own chart hears the keys. */
export function CommandPaletteMount(props: Omit<PaletteRouteProps, 'calledFor' | 'typing'>) {
  const [first, setFirst] = useState<{ readonly calledFor: Call; readonly typing: Typing | null } | null>(null)
  useEffect(() => {
    if (first !== null) return () => void first.typing?.end()
    return watchCalls((calledFor) => setFirst({ calledFor, typing: calledFor === 'search' ? hearTyping() : null }))
  }, [first])
  return first === null ? null : (
    <Suspense fallback={null}>
      <PaletteRoute {...props} {...first} />
    </Suspense>
  )
}
