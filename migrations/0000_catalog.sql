CREATE TABLE `catalog_meta` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`size` integer NOT NULL,
	`seed` text NOT NULL,
	`seeded` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `products` (
	`idx` integer PRIMARY KEY NOT NULL,
	`type_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`brand` text NOT NULL,
	`attributes` text NOT NULL,
	`features` text NOT NULL,
	`price_cents` integer NOT NULL,
	`rating_tenths` integer NOT NULL,
	`rating_count` integer NOT NULL,
	`shipping_days` integer NOT NULL,
	`stock` integer NOT NULL,
	`restricted` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_place` ON `products` (`type_id`,`ordinal`);--> statement-breakpoint
CREATE INDEX `products_brand` ON `products` (`type_id`,`brand`);--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`type_id`,`price_cents`);--> statement-breakpoint
CREATE INDEX `products_rating` ON `products` (`type_id`,`rating_tenths`);--> statement-breakpoint
CREATE INDEX `products_shipping` ON `products` (`type_id`,`shipping_days`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_title` ON `products` (`title`);--> statement-breakpoint
CREATE TABLE `type_brands` (
	`type_id` text NOT NULL,
	`brand` text NOT NULL,
	PRIMARY KEY(`type_id`, `brand`)
);
--> statement-breakpoint
CREATE INDEX `type_brands_brand` ON `type_brands` (`brand`);