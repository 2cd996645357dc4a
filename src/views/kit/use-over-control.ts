import { useCallback, useState } from 'react'

/** What a person can press or write in. */
const controls = 'a, button, input, select, textarea, label, summary, [role="button"], [contenteditable]'
/** CSS pixels between two points that are looked at: no control is smaller. */
const step = 11

/**
 * Whether a control lies under the lower right corner of the window, for as long as what stands there is on the page.
 * @param size of the corner, @param inset its distance from the edges, in CSS pixels.
 * @returns the measure and the `ref` of what stands there.
 */
export function useOverControl(size: number, inset: number) {
  const [isOver, setIsOver] = useState(false)
  const watch = useCallback(
    (face: HTMLElement | null) => (face === null ? undefined : watchCorner(size, inset, setIsOver)),
    [size, inset],
  )
  return [isOver, watch] as const
}

/** @returns what ends it. */
function watchCorner(size: number, inset: number, tell: (isOver: boolean) => void): (() => void) | undefined {
  const content = document.getElementById('content')
  if (content === null) return
  let frame = 0
  const look = () => {
    frame = 0
    tell(isControlIn(content, size, inset))
  }
  const soon = () => {
    if (frame === 0) frame = requestAnimationFrame(look)
  }
  soon()
  addEventListener('scroll', soon, { capture: true, passive: true })
  addEventListener('resize', soon)
  const changes = new MutationObserver(soon)
  changes.observe(content, { childList: true, subtree: true })
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', soon, { capture: true })
    removeEventListener('resize', soon)
    changes.disconnect()
  }
}

function isControlIn(content: HTMLElement, size: number, inset: number): boolean {
  const [right, bottom] = [document.documentElement.clientWidth - inset, innerHeight - inset]
  for (let x = 0; x <= size; x += step)
    for (let y = 0; y <= size; y += step) {
      const under = document.elementsFromPoint(right - x, bottom - y)
      if (under.some((element) => content.contains(element) && element.closest(controls) !== null)) return true
    }
  return false
}
