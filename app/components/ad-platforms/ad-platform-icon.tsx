/** An ad platform's picture, `public/ad-platforms/<id>.svg`. Its name stands beside it. */
export function AdPlatformIcon({ id }: { id: string }) {
  return <img src={`/ad-platforms/${id}.svg`} alt="" width={20} height={20} />;
}
