export const news = {
  titleRequired: "Enter a title",
  titleLong: "The title cannot exceed 150 characters",
  summaryLong: "The text cannot exceed 400 characters",
  categoryRequired: "Enter a category",
  categoryLong: "The category cannot exceed 50 characters",
  urlShape: "Enter a web address that begins with https:// or http://",
  published: "News item published",
  saved: "News item saved",
  deleted: "News item deleted",
} as const;
