/** A text without a sign that is repeated at its end. In one step a sign, whatever stands before: `/\/+$/` takes the square of them. */
export function withoutEnd(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}
