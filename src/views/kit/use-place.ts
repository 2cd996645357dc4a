import { useSearchParams } from 'wouter'

/** What of a page stands in its address after the question mark. */
export function usePlace() {
  const [params, setParams] = useSearchParams()

  /** Changes some of it; null takes a part out. What is typed replaces the place, what is pressed adds one to go back to. */
  const move = (changes: Readonly<Record<string, string | null>>, isTyped = false) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: isTyped },
    )
  }

  /** A page of a list, counted from 1; whatever else stands there is the first. */
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)

  return { read: (name: string) => params.get(name), page, move }
}
