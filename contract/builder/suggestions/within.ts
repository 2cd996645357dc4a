/** Whether one path stands inside the other: `a` holds `a.b`, `a[0]` and `a[*].b`. */
export const holds = (outer: string, inner: string): boolean =>
  inner.length > outer.length && inner.startsWith(outer) && (inner[outer.length] === '.' || inner[outer.length] === '[')
