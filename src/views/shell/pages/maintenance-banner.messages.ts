/** What the banner says of the operator's maintenance: apart, because few pages need it. */
export const installationMessages = {
  banner: 'The operator has put Datacrane in maintenance. Only administrators can use Datacrane for now.',
  planned: 'The operator has planned maintenance. Only administrators can use Datacrane during that time.',
}
