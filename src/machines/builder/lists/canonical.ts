/** JSON of a value, the same whatever the order of its members: a database may give them back in another one. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && Object.getPrototypeOf(member) === Object.prototype
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  ) ?? ''
