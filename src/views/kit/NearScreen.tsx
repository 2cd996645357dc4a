import { type ReactNode, useCallback, useState } from 'react'

type NearScreenProps = {
  readonly children: ReactNode
  /** Height kept free until then; a CSS length. */
  readonly room: string
}

/** CSS pixels below the screen from which on a part counts as near. */
const margin = 200

/** A part of a page that is drawn, and loads what it needs, once it is near the screen; from then on it stays. */
export function NearScreen({ children, room }: NearScreenProps) {
  const [isNear, setIsNear] = useState(false)
  const watch = useCallback((place: HTMLDivElement | null) => {
    if (place === null) return
    // Where it cannot be known, everything is drawn.
    if (!('IntersectionObserver' in globalThis)) return setIsNear(true)
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), {
      rootMargin: `${margin}px`,
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return isNear ? children : <div ref={watch} style={{ minHeight: room }} />
}
