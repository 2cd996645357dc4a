/** What is computed of an element holds for as long as nothing changes the page. */
type ByElement = (element: Element, options?: object) => unknown

let memories: Map<ByElement, WeakMap<Element, unknown>> | null = null

/** @param look only reads the page. */
export function whileNothingChanges(look: () => void): void {
  memories = new Map()
  try {
    look()
  } finally {
    memories = null
  }
}

/** The same function, which answers for an element once in each look. @param compute must be given the same options each time. */
export function rememberedWhileLooking(compute: ByElement): ByElement {
  return (element, options) => {
    if (memories === null) return compute(element, options)
    let memory = memories.get(compute)
    if (memory === undefined) {
      memory = new WeakMap()
      memories.set(compute, memory)
    }
    if (!memory.has(element)) memory.set(element, compute(element, options))
    return memory.get(element)
  }
}
