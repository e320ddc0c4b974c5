#include "core/base/counting_resource.h"

#include <memory>
#include <thread>
#include <vector>

#include <QtTest>

using namespace headscope;

class CountingResourceTest : public QObject {
    Q_OBJECT

private slots:
    void bytes_asked_for_are_counted_and_the_peak_stays() {
        CountingResource memory;
        QCOMPARE(memory.peak_bytes(), 0);
        void* const a = memory.allocate(100, 64);
        void* const b = memory.allocate(3, 1);
        QCOMPARE(memory.alive_bytes(), 103);
        memory.deallocate(a, 100, 64);
        QCOMPARE(memory.alive_bytes(), 3);
        QCOMPARE(memory.peak_bytes(), 103);
        void* const c = memory.allocate(99, 64);
        QCOMPARE(memory.peak_bytes(), 103);
        memory.deallocate(b, 3, 1);
        memory.deallocate(c, 99, 64);
        QCOMPARE(memory.alive_bytes(), 0);
    }

    void a_tensor_is_counted_while_it_lives() {
        const auto memory = std::make_shared<CountingResource>();
        {
            Tensor a({2, 3}, memory);
            QCOMPARE(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0U);
            QCOMPARE(memory->alive_bytes(), 24);
            const Tensor copy = a.clone(); // memory of its own
            QCOMPARE(memory->alive_bytes(), 24);
            const Tensor moved = std::move(a);
            QCOMPARE(memory->alive_bytes(), 24);
            Tensor replaced({5}, memory);
            replaced = Tensor({7}, memory);
            QCOMPARE(memory->alive_bytes(), 24 + 28);
            QCOMPARE(memory->peak_bytes(), 24 + 20 + 28); // the old one goes when the new one is there
        }
        QCOMPARE(memory->alive_bytes(), 0);
    }

    void a_tensor_of_huge_pages_is_counted_without_their_rounding() {
        const auto memory = std::make_shared<CountingResource>();
        const Tensor tensor({(Index{5} << 20) + 1}, memory);
        QCOMPARE(memory->alive_bytes(), 4 * ((Index{5} << 20) + 1));
    }

    void a_tensor_without_values_asks_for_nothing() {
        const auto memory = std::make_shared<CountingResource>();
        const Tensor tensor({1, 0, 512}, memory);
        QCOMPARE(memory->peak_bytes(), 0);
    }

    void a_tensor_keeps_its_memory_alive() {
        auto memory = std::make_shared<CountingResource>();
        const std::weak_ptr<CountingResource> seen = memory;
        auto tensor = std::make_unique<Tensor>(std::vector<Index>{8}, memory);
        memory.reset();
        QVERIFY(!seen.expired());
        tensor.reset();
        QVERIFY(seen.expired());
    }

    void threads_lose_no_byte() {
        const auto memory = std::make_shared<CountingResource>();
        {
            std::vector<std::jthread> threads;
            for (Index thread = 1; thread <= 4; ++thread) {
                threads.emplace_back([&memory, thread] {
                    for (int i = 0; i < 1000; ++i) {
                        const Tensor tensor({thread}, memory);
                    }
                });
            }
        }
        QCOMPARE(memory->alive_bytes(), 0);
        QVERIFY(memory->peak_bytes() >= 16 && memory->peak_bytes() <= 4 * (1 + 2 + 3 + 4));
    }
};

QTEST_APPLESS_MAIN(CountingResourceTest)
#include "counting_resource_test.moc"
