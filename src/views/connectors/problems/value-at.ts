/** The value of a record at a path of names joined by dots, as text; "missing" has none. */
export function valueAt(record: unknown, path: string): string {
  const value = path.split('.').reduce((inner: unknown, name) => Object(inner)[name], record)
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}
