/** A value as a sentence names it. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}
