/** What the banner says of the operator's maintenance: apart, because few pages need it. */
export const installationMessages = {
  banner: 'The operator put Datacrane in maintenance. Only administrators can use it.',
  planned: 'The operator planned maintenance. During it, only administrators can use Datacrane.',
}
